"""Reads the reports of zines, in three passes.

1. `printed_lines`: the text in one spelling (`house`), parted into lines, of which each has its
   letters, its typefaces and its number (`printed_text`).
2. `seasons`: the lines, parted into seasons by their headings (`headings`), and in each season into
   the entries of powers (`power_heads`, `power_lines`), charts and prose (`season_text`).
3. `entry_items`: the entries, parted into items of a known kind. `order_marks` takes the marks off
   an order, the grammar of all orders reads the rest (`orders`), `report` gathers them.

`game` puts the reports of one game together, `heading_dates` and `completion` mend its dates and
fill its gaps, `charts` reads who owns which centre, `typefaces` what bold and italics mean, and
`reader` makes records of it all.
"""
