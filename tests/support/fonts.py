"""Which letters Chromium finds: all of the machine, or those of one family alone.

A page looks different where another font is installed. Each family here stands for
many machines: wide letters (DejaVu Sans: a plain Debian), letters as wide as Arial's
(Liberation Sans), and those of a machine for Chinese (Noto Sans CJK).
"""

import os
from pathlib import Path
from xml.sax.saxutils import escape

DEBIAN = Path("/usr/share/fonts")
# Name → Debian's package, and where it puts the files.
FONTS = {
    "dejavu": (
        "fonts-dejavu-core",
        ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"),
    ),
    "liberation": (
        "fonts-liberation",
        tuple(
            f"truetype/liberation/LiberationSans-{style}.ttf"
            for style in ("Regular", "Bold", "Italic", "BoldItalic")
        ),
    ),
    "noto": (
        "fonts-noto-cjk",
        (
            "opentype/noto/NotoSansCJK-Regular.ttc",
            "opentype/noto/NotoSansCJK-Bold.ttc",
        ),
    ),
}
CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def missing(name):
    """What to install for a family, or None if its files are there."""
    package, files = FONTS[name]
    return None if all((DEBIAN / file).exists() for file in files) else package


def environment(name, folder):
    """Variables for a Chromium that finds this family and no other.

    The folder gets links to the font's files, and fontconfig's settings.
    """
    for file in FONTS[name][1]:
        link = Path(folder, Path(file).name)
        if not link.exists():
            link.symlink_to(DEBIAN / file)
    config = Path(folder, "fonts.conf")
    config.write_text(CONFIG.format(folder=escape(str(folder))), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}


def wide():
    """The bytes of a font with wide letters."""
    return (DEBIAN / FONTS["dejavu"][1][0]).read_bytes()
