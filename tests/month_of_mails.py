"""A game of five seasons as its game master gets it: untidy mails, and what was meant by them.

Each phase has its mails in the order in which they came, and the orders that count, by power.
"""

from __future__ import annotations

from email.message import EmailMessage
from typing import NamedTuple

PLAYERS = {
    "Austria": "Otto", "England": "Jim", "France": "Ann", "Germany": "Kurt", "Italy": "Gia",
    "Russia": "Olga", "Turkey": "Mehmet",
}  # fmt: skip


class Mail(NamedTuple):
    """A mail as its sender wrote it; `fine` says that nothing in it is to be asked about."""

    sender: str
    text: str
    subject: str = "orders"
    charset: str = "utf-8"
    transfer: str = "8bit"
    page: bool | None = False
    fine: bool = True

    def data(self, day: int) -> bytes:
        """The mail of a day: text, a page only (`page`), or both (None)."""
        mail = EmailMessage()
        mail["From"] = f"{self.sender} <{self.sender.lower()}@example.org>"
        mail["To"], mail["Message-ID"] = "gm@example.org", f"<{day}@example.org>"
        mail["Date"] = f"{day % 28 + 1:02} {['Jan', 'Feb', 'Mar'][day // 28]} 2026 10:00:00 +0100"
        if self.subject:
            mail["Subject"] = self.subject
        page = "<html><style>p {}</style><p>" + self.text.replace("\n", "<br>") + "</p></html>"
        if self.page:
            mail.set_content(page, "html", charset=self.charset, cte=self.transfer)
            return mail.as_bytes()
        mail.set_content(self.text, charset=self.charset, cte=self.transfer)
        if self.page is None:
            mail.add_alternative(page, "html")
        return mail.as_bytes()


class Season(NamedTuple):
    """The mails of a phase, and what each power ordered by them."""

    title: str
    mails: tuple[Mail, ...]
    meant: dict[str, str]


JIM = "Dear Bob,\n\n{}\n\nSee you at the convention!\nJim\n-- \nJim of Leeds\nA fleet in being.\n"
REPLY = "{}\n\nOn Fri, 1 May 2026, Bob wrote:\n> Spring 1901 is due on Friday.\n> A Vie-Bud\n"
MEHMET = Mail("Mehmet", "A Con-Bul; A Smy-Con; F Ank-BLA", "")

SEASONS = (
    Season("Spring 1901", (
        Mail("Jim", JIM.format("F London to North Sea\nF Edi-NWG\nA Lvp-Yor")),
        Mail("Ann", "A Par-Bur\nA Mar S A Par-Bur\nF Bre-ENG", "Spring 1901"),
        Mail("Kurt", "A München-Ruhr\nA Berlin - Kiel\nF Kiel - Denmark\nGrüße, Kurt",
             charset="iso-8859-1", transfer="quoted-printable"),
        Mail("Otto", "Italy: A Ven-Tri", fine=False),
        Mail("Ann", "Sorry, my orders are now:\nA Par-Pic\nA Mar-Spa\nF Bre-MAO", page=True),
        Mail("Gia", "A Ven H\n\nPress: Rome to all: we love peace.\n\nA Rom-Apu\nF Nap-ION",
             page=None),
        Mail("Olga", "A Mos-Ukr\nA War-Gal\nF Sev-Blakc\nF StP/sc-GOB", fine=False),
        Mail("Otto", REPLY.format("A Vie-Gal\nA Bud-Ser\nF Tri-Alb"), transfer="base64"),
        MEHMET,
        MEHMET,
        Mail("Eve", "Turkey: A Con H, A Smy H, F Ank H", fine=False),
        Mail("Olga", "A Mos-Ukr\nA War-Gal\nF Sev H\nF StP/sc-GOB\n\nС уважением,\nОльга",
             charset="koi8-r", transfer="base64"),
    ), {
        "Austria": "A Vie-Gal, A Bud-Ser, F Tri-Alb", "England": "F Lon-NTH, F Edi-NWG, A Lvp-Yor",
        "France": "A Par-Pic, A Mar-Spa, F Bre-MAO", "Germany": "A Mun-Ruh, A Ber-Kie, F Kie-Den",
        "Italy": "A Ven H, A Rom-Apu, F Nap-ION", "Turkey": "A Con-Bul, A Smy-Con, F Ank-BLA",
        "Russia": "A Mos-Ukr, A War-Gal, F Sev H, F Stp/sc-GOB",
    }),
    Season("Fall 1901", (
        Mail("Jim", JIM.format("F NTH C A Yor-Nwy\nA York -> Norway\nF NWG s army Yor-Nwy"),
             "Fall 1901", transfer="quoted-printable"),
        Mail("Ann", "“Vive la France” – here we go:\n\n• A Pic–Bel\n• A Spa–Por\n• F MAO–Spa (sc)",
             charset="windows-1252", transfer="quoted-printable"),
        Mail("Kurt", "Ruh-Hol\nKie S Ruh-Hol\nDen-Swe"),
        Mail("Gia", "ITALY\nA Venice holds.\nF ION convoys A Apu-Tun\nA Apu-Tun\n\nCiao"),
        Mail("Otto", "> A Ser-Gre\n> F Alb S A Ser-Gre\n> A Vie-Tri\n", "Fwd: Fall 1901"),
        Mail("Olga", "1. A Ukr-Rum\n2. F Sev S A Ukr-Rum\n3. A War-Gal\n4. F GOB-Swe"),
    ), {
        "Austria": "A Ser-Gre, F Alb S A Ser-Gre, A Vie-Tri",
        "England": "F NTH C A Yor-Nwy, A Yor-Nwy, F NWG S A Yor-Nwy",
        "France": "A Pic-Bel, A Spa-Por, F MAO-Spa/sc",
        "Germany": "A Ruh-Hol, A Kie S A Ruh-Hol, F Den-Swe",
        "Italy": "A Ven H, F ION C A Apu-Tun, A Apu-Tun",
        "Russia": "A Ukr-Rum, F Sev S A Ukr-Rum, A War-Gal, F GOB-Swe", "Turkey": "NMR",
    }),
    Season("Winter 1901", (
        Mail("Mehmet", "Late, sorry! A Bul H, A Con H, F Ank-BLA", "Fall 1901", fine=False),
        Mail("Jim", JIM.format("Build F London")),
        Mail("Ann", "Build A Par, F Bre, A Mar"),
        Mail("Kurt", "Builds: A Mun, A Ber", fine=False),
        Mail("Kurt", "Then again:\nBuild A Mun\nBuild A Ber"),
        Mail("Gia", "b f nap"),
        Mail("Otto", "Build A Bud"),
        Mail("Olga", "A Mos", page=True),
        Mail("Otto", "Oh no! Please take this instead.\nBuild A Vie"),
        Mail("Mehmet", "Build A Smyrna"),
    ), {
        "Austria": "Build A Vie", "England": "Build F Lon",
        "France": "Build A Par, Build F Bre, Build A Mar", "Germany": "Build A Mun, Build A Ber",
        "Italy": "Build F Nap", "Russia": "Build A Mos", "Turkey": "Build A Smy",
    }),
    Season("Spring 1902", (
        Mail("Jim", JIM.format("F NTH S German A Hol-Bel\nA Nwy-Swe, F NWG-Nwy, F Lon-ENG")),
        Mail("Kurt", "Hol-Bel\nKie-Hol\nDen H\nMun-Tyr\nBer-Mun", transfer="base64"),
        Mail("Olga", "Gal-Bud, Rum S Gal-Bud, Mos-Ukr, F Sev-BLA, F GOB H", charset="koi8-r"),
        Mail("Ann", "A Bel holds\nA Par-Gas\nF Spa/sc-LYO\nA Por-Spa\nA Mar-Pie\nF Bre-MAO",
             page=None),
    ), {
        "England": "F NTH S A Hol-Bel, A Nwy-Swe, F NWG-Nwy, F Lon-ENG",
        "Germany": "A Hol-Bel, A Kie-Hol, F Den H, A Mun-Tyr, A Ber-Mun",
        "Russia": "A Gal-Bud, A Rum S A Gal-Bud, A Mos-Ukr, F Sev-BLA, F GOB H",
        "France": "A Bel H, A Par-Gas, F Spa/sc-LYO, A Por-Spa, A Mar-Pie, F Bre-MAO",
        "Austria": "NMR", "Italy": "NMR", "Turkey": "NMR",
    }),
    Season("Spring 1902, retreats", (
        Mail("Ann", "Well!\nA Bel retreats to Burgundy", "Re: Spring 1902 retreats"),
    ), {"France": "A Bel R Bur"}),
    Season("Fall 1902", (
        Mail("Gia", "A Ven-Tri\n\nPress: Rome to Vienna:\nThe rent is due.\n\nF Nap-TYS"),
        Mail("Kurt", "A Tyr S Italian A Ven-Tri"),
        Mail("Mehmet", "F BLA-Sev\nA Smy-Arm\nA Bul S Con-Bul", "Spring 1902", fine=False),
        Mail("Mehmet", "Oops: Fall 1902\nA Smy-Arm\nF BLA-Sev"),
        Mail("Ann", "All units hold.", fine=False),
        Mail("Ann", "A Bur H", transfer="quoted-printable"),
    ), {
        "Italy": "A Ven-Tri, F Nap-TYS", "Germany": "A Tyr S A Ven-Tri",
        "Turkey": "A Smy-Arm, F BLA-Sev", "France": "A Bur H",
        "Austria": "NMR", "England": "NMR", "Russia": "NMR",
    }),
    Season("Fall 1902, retreats", (Mail("Otto", "A Tri-Vie? No: A Tri-Ser!", fine=False),
                                   Mail("Otto", "A Tri R Ser"),), {"Austria": "A Tri R Ser"}),
    Season("Winter 1902", (
        Mail("Jim", JIM.format("Build F Edinburgh")),
        Mail("Ann", "I have to go down.\n\nRemove A Pie", transfer="base64", page=None),
        Mail("Otto", "Remove F Alb, I fear"),
        Mail("Kurt", "Waive"),
        Mail("Gia", "Build A Ven"),
    ), {
        "England": "Build F Edi", "France": "Remove A Pie", "Austria": "Remove F Alb",
        "Germany": "Waive", "Italy": "Build A Ven", "Russia": "NMR",
    }),
    Season("Spring 1903", (
        Mail("Ann", "Spring 1903\nFrance: A Gas-Mar, A Bur S A Gas - Mar\n\nOn Monday Bob wrote:\n"
             "> FRANCE: [A Bur H], F MAO-WES\n> Why:\n> A Bur S A Par-Pic\n", "Re: Winter 1902"),
        Mail("Jim", "F Edi-NWG", charset="utf-7", transfer="7bit"),
    ), {
        "France": "A Gas-Mar, A Bur S A Gas-Mar", "England": "F Edi-NWG", "Austria": "NMR",
        "Germany": "NMR", "Italy": "NMR", "Russia": "NMR", "Turkey": "NMR",
    }),
)  # fmt: skip
