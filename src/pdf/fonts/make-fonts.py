# Makes the two fonts of the PDFs: the letters of western and central Europe from Noto Sans, plus a minus and an empty
# box, which Noto Sans itself does not have. Run with Debian's fonts-noto-core and python3-fonttools installed:
#   python3 src/pdf/fonts/make-fonts.py
import os
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = '/usr/share/fonts/truetype/noto/NotoSans-%s.ttf'
# src/pdf/printable-text.ts lists the same ranges; a test compares the two lists.
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x1E80, 0x1E85), (0x1EF2, 0x1EF3), (0x2013, 0x2014),
    (0x2018, 0x201A), (0x201C, 0x201E), (0x2022, 0x2022), (0x2026, 0x2026), (0x2032, 0x2033), (0x20AC, 0x20AC),
]
MINUS, BOX = 0x2212, 0x25A1


def bar(pen, left, bottom, right, top, inside=False):
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    pen.moveTo(corners[0])
    for corner in reversed(corners[1:]) if inside else corners[1:]:
        pen.lineTo(corner)
    pen.closePath()


def add(font, code, name, width, draw):
    pen = TTGlyphPen(None)
    draw(pen)
    glyph = pen.glyph()
    font['glyf'][name] = glyph
    glyph.recalcBounds(font['glyf'])
    font['hmtx'][name] = (width, glyph.xMin)
    for table in font['cmap'].tables:
        if table.isUnicode():
            table.cmap[code] = name


for weight in ('Regular', 'Bold'):
    font = TTFont(SOURCE % weight)
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ['GSUB', 'GPOS', 'GDEF', 'STAT', 'DSIG', 'meta']
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    plus = font['glyf'][font.getBestCmap()[ord('+')]]
    middle = (plus.yMin + plus.yMax) // 2
    stroke = 71 if weight == 'Regular' else 107
    width = font['hmtx'][font.getBestCmap()[ord('+')]][0]
    add(font, MINUS, 'minus', width, lambda pen: bar(pen, plus.xMin, middle - stroke // 2, plus.xMax, middle + stroke // 2))

    def box(pen):
        bar(pen, 60, 0, 600, 714)
        bar(pen, 60 + stroke, stroke, 600 - stroke, 714 - stroke, inside=True)

    add(font, BOX, 'box', 660, box)
    file = os.path.join(os.path.dirname(__file__), f'noto-sans-{weight.lower()}.ttf')
    font['head'].modified = font['head'].created
    font.recalcTimestamp = False
    font.save(file)
