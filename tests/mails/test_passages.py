"""Where a mail ends: old mails, quotes, signatures and what programs add are no orders."""

from __future__ import annotations

import pytest

from builder.mails.message import read_message
from builder.mails.passages import Passages, passages

OWN = "A Par-Bur\nF Bre-MAO"
OLD = "A Par-Pic\nF Bre-ENG"
SENDER = "ann@example.org"
RULE = "_" * 32


def is_order(row: str) -> bool:
    return row[:2] in ("A ", "F ") and "-" in row and not any(c.isdigit() for c in row)


def split(text: str, forwards: bool = False) -> Passages:
    return passages(text, SENDER, forwards, is_order)


def own(text: str) -> list[str]:
    return [row.text.strip() for row in split(text).own if row.text.strip()]


def listed(text: str) -> list[str]:
    """Every line of a mail that is found again in a passage."""
    found = split(text)
    rows = [*found.own, *found.asides, *found.below_signature]
    return sorted({row.text.strip() for row in rows if row.text.strip()})


HEADS = {
    "Outlook, English": "From: Gwen <gwen@example.org>\nSent: Monday, 23 November 2026 18:22\n"
    "To: Ann\nSubject: Fall 1903",
    "Outlook, German": "Von: Gwen <gwen@example.org>\nGesendet: Montag, 23. November 2026 18:22\n"
    "An: Ann\nBetreff: Herbst 1903",
    "Outlook, French": "De : Gwen\nEnvoyé : lundi 23 novembre 2026 18:22\nÀ : Ann\nObjet : ordres",
    "Outlook, Spanish": "De: Gwen\nEnviado el: lunes, 23 de noviembre de 2026 18:22\nPara: Ann\n"
    "Asunto: órdenes",
    "Outlook, Dutch": "Van: Gwen\nVerzonden: maandag 23 november 2026 18:22\nAan: Ann\n"
    "Onderwerp: orders",
    "Outlook, Italian": "Da: Gwen\nInviato: lunedì 23 novembre 2026 18:22\nA: Ann\nOggetto: ordini",
    "Outlook, Swedish": "Från: Gwen\nSkickat: den 23 november 2026 18:22\nTill: Ann\nÄmne: order",
    "bold labels": "*From:* Gwen\n*Sent:* Monday\n*To:* Ann\n*Subject:* orders",
    "labels and blank lines": "From: Gwen\n\nSent: Monday\n\nTo: Ann\n\nSubject: orders",
    "a rule and labels": f"{RULE}\nFrom: Gwen\nSent: Monday\nTo: Ann\nSubject: orders",
    "original message": "-----Original Message-----\nFrom: Gwen\nSent: Monday\nSubject: x",
    "original message alone": "----- Original Message -----",
    "German original": "-----Ursprüngliche Nachricht-----\nVon: Gwen\nGesendet: Montag\nAn: Ann",
    "French original": "-----Message d'origine-----\nDe : Gwen\nEnvoyé : lundi\nObjet : x",
    "Spanish original": "-----Mensaje original-----\nDe: Gwen\nEnviado: lunes\nAsunto: x",
    "Dutch original": "-----Oorspronkelijk bericht-----\nVan: Gwen\nVerzonden: maandag",
    "Italian original": "-----Messaggio originale-----\nDa: Gwen\nInviato: lunedì",
    "Yahoo": "On Monday, 23 November 2026 at 18:22:33 GMT+1, Gwen <gwen@example.org> wrote:\n",
    "an attribution over three lines": "On Thursday, 26 November 2026 at 18:05:33 UTC+1 a very\n"
    "long name of a list, Gwen Master <gwen@example.org>\nwrote:\n",
    "German attribution": "Am Mo., 23. Nov. 2026 um 18:22 Uhr schrieb Gwen <gwen@example.org>:\n",
    "French attribution": "Le lun. 23 nov. 2026 à 18:22, Gwen <gwen@example.org> a écrit :\n",
    "Spanish attribution": "El lun, 23 nov 2026 a las 18:22, Gwen (<gwen@example.org>) escribió:\n",
    "Italian attribution": "Il lun 23 nov 2026 alle 18:22 Gwen <g@example.org> ha scritto:\n",
    "Dutch attribution": "Op ma 23 nov 2026 om 18:22 schreef Gwen <gwen@example.org>:\n",
    "Danish attribution": "Den man. 23. nov. 2026 kl. 18.22 skrev Gwen <gwen@example.org>:\n",
    "Finnish attribution": "ma 23. marrask. 2026 klo 18.22 Gwen (gwen@example.org) kirjoitti:\n",
    "a name and a time": "Gwen Master <gwen@example.org> wrote on 23 November 2026:\n",
}


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("quoted", [False, True])
def test_a_mail_ends_at_its_reply_mark(name: str, quoted: bool) -> None:
    is_attribution = "wrote" in HEADS[name] or name.endswith("attribution") or name == "Yahoo"
    old = OLD
    if quoted and is_attribution:
        old = "\n".join(f"> {row}" for row in OLD.splitlines())
    text = f"{OWN}\n\nAnn\n\n{HEADS[name]}\n{old}\n"
    assert own(text) == [*OWN.splitlines(), "Ann"]
    wanted = {row.strip() for row in text.splitlines() if row.strip()}
    assert set(listed(text)) == wanted, "each line is in a passage"


def test_answers_between_quoted_lines_are_read() -> None:
    text = f"On Monday, Gwen wrote:\n> Where does Paris go?\n{OWN[:9]}\n> And Brest?\nF Bre-MAO\n"
    assert own(text) == OWN.splitlines()


@pytest.mark.parametrize(
    "head",
    [
        "Begin forwarded message:\n\nFrom: Ann <ann@example.org>\nSubject: orders\nDate: 1 May",
        "---------- Forwarded message ---------\nFrom: Ann <ann@example.org>\nDate: x\nTo: Gwen",
        "-------- Weitergeleitete Nachricht --------\nVon: Ann <ann@example.org>\nDatum: x\nAn: y",
    ],
)
def test_a_forwarded_mail_of_its_own_sender_is_beside_its_words(head: str) -> None:
    found = split(f"{head}\n\n{OWN}\n")
    assert found.is_empty
    texts = [row.text for row in found.forwarded if row.text.strip()]
    assert texts == OWN.splitlines()
    other = split(f"{head.replace(SENDER, 'gwen@example.org')}\n\n{OWN}\n")
    assert not other.forwarded, "a forwarded mail of somebody else is not the sender's"


def test_a_dateline_in_press_is_no_reply_mark() -> None:
    text = f"{OWN}\n\nFrom: Rome\nTo: Vienna\nWe love peace."
    assert len(own(text)) == 5


@pytest.mark.parametrize(
    "end",
    [
        "-- \nAnn Bell | 12 High Street, London\nA fleet in being",
        "Best regards,\nAnn Bell\nBeispiel GmbH, A-1010 Wien",
        "Mit freundlichen Grüßen\nAnn",
        "Cordialement,\nAnn",
        "Cheers, Ann",
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Envoyé de mon iPhone",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "-----",
        "=====================",
        "CONFIDENTIALITY NOTICE: this e-mail is for its addressee only.\nF Bre Inc., Paris-London",
        "This message and any attachments are confidential and may be privileged; A Ltd-B Ltd.",
    ],
)
def test_signatures_and_what_is_added_are_no_orders(end: str) -> None:
    text = f"{OWN}\n\n{end}\n"
    assert own(text) == OWN.splitlines()
    assert set(listed(text)) == {row.strip() for row in text.splitlines() if row.strip()}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Thanks, Gwen!\nA Par-Bur\nF Bre-MAO", ["Thanks, Gwen!", *OWN.splitlines()]),
        ("A Par-Bur\nCheers\nAnn\nPS: F Bre-MAO", ["A Par-Bur", "Cheers", "Ann", "PS: F Bre-MAO"]),
        ("A Par-Bur\n-----\nF Bre-MAO", OWN.splitlines()),
        ("A Par-Bur\nBest,\nF Bre-MAO", ["A Par-Bur", "Best,", "F Bre-MAO"]),
    ],
)
def test_orders_below_a_farewell_or_a_rule_are_read(text: str, rows: list[str]) -> None:
    assert own(text) == rows


def test_an_order_below_the_signature_is_asked_about() -> None:
    found = split(f"{OWN}\n-- \nA Mar-Spa\n")
    assert [row.text for row in found.below_signature] == ["A Mar-Spa"]


def test_a_signed_text_is_read_without_its_armour() -> None:
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n- - A Par-Bur\n- - F Bre-MAO\n"
        "-----BEGIN PGP SIGNATURE-----\niQEz\n=abcd\n-----END PGP SIGNATURE-----\n"
    )
    assert own(text) == ["- A Par-Bur", "- F Bre-MAO"]


@pytest.mark.parametrize("struck", ["~~A Par-Pic~~", "[s]A Par-Pic[/s]", "A̶ ̶P̶a̶r̶-̶P̶i̶c̶"])
def test_what_is_struck_through_is_no_order(struck: str) -> None:
    found = split(f"{struck}\n{OWN}\n")
    assert [row.text for row in found.own if row.text.strip()] == OWN.splitlines()
    assert found.struck


def html(page: str) -> bytes:
    head = f"From: {SENDER}\nContent-Type: text/html; charset=utf-8\n\n"
    return (head + page).encode()


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        ('<p>A Par-Bur</p><div id="divRplyFwdMsg"><b>Lähettäjä:</b> Gwen</div><p>A Par-Pic</p>',
         ["A Par-Bur"]),
        ('A Par-Bur<br><div class="gmail_quote"><div>On Thu, Gwen &lt;g@x.org&gt; wrote:<br></div>'
         "<blockquote>A Par-Pic</blockquote></div>", ["A Par-Bur"]),
        ("<p>A Par\n-\nBur</p>", ["A Par - Bur"]),
        ('A Par-Bur<div style="display: none">A Par-Pic</div>', ["A Par-Bur"]),
        ("<s>A Par-Pic</s><p>A Par-Bur", ["A Par-Bur"]),
        ('<span style="text-decoration: line-through">A Par-Pic</span>A Par-Bur', ["A Par-Bur"]),
        ("<strike>A Mar-Bur</strike> A Par-Bur", ["A Par-Bur"]),
        ("<!-- A Par-Pic --><style>p {}</style>A Par-Bur", ["A Par-Bur"]),
        ("<pre>A Par-Bur\nF Bre-MAO</pre>", OWN.splitlines()),
        ("A Par-Bur\nF Bre-MAO", OWN.splitlines()),
        ('A Par-Bur<div class="gmail_signature">A fleet-in being</div>', ["A Par-Bur"]),
        ("A Par&#8209;Bur", ["A Par‑Bur"]),
    ],
)  # fmt: skip
def test_a_page_is_read_as_its_reader_saw_it(page: str, rows: list[str]) -> None:
    assert own(read_message(html(page)).text) == rows
