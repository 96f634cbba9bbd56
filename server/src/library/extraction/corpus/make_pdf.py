#!/usr/bin/python3
"""Makes the PDFs of this folder whose pages lack text or its characters, and those that only seem to.

With LibreOffice, Ghostscript, Chromium, img2pdf, OCRmyPDF and qpdf.

Debian: apt install libreoffice ghostscript chromium img2pdf ocrmypdf qpdf python3-pikepdf fonts-noto-cjk fonts-noto-core;
then /usr/bin/python3 make_pdf.py. What each file must hold, and which pages cannot be read, is in files.json.
"""
import pathlib
import subprocess
import tempfile

import pikepdf
from PIL import Image, ImageDraw, ImageFont

HERE = pathlib.Path(__file__).parent
DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
WORDS = 'Trains before planes. The day rate in Norway is 51 euros, and a night costs 107. Keep every ticket until March.'


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def page(*paragraphs, style=''):
    body = ''.join(f'<p>{text}</p>' for text in paragraphs)
    return f'<html><meta charset="utf-8"><style>{style}</style><body>{body}</body></html>'


def libreoffice(folder, name, html):
    source = folder / f'{name}.html'
    source.write_text(html, encoding='utf-8')
    run('soffice', '--headless', f'-env:UserInstallation=file://{tempfile.gettempdir()}/corpus-profile',
        '--infilter=HTML (StarWriter)', '--convert-to', 'pdf', '--outdir', folder, source)
    return folder / f'{name}.pdf'


def chromium(folder, name, html):
    source = folder / f'{name}.html'
    source.write_text(html, encoding='utf-8')
    target = folder / f'{name}.pdf'
    run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', f'--print-to-pdf={target}', source)
    return target


def scan(folder, name, text, size=(1240, 1754)):
    """A page as a scanner takes it, of one bit a pixel and 150 dots an inch."""
    picture = Image.new('L', size, 255)
    font = ImageFont.truetype(DEJAVU, 34)
    for line in range(6):
        ImageDraw.Draw(picture).text((130, 180 + line * 60), text[line * 44 : line * 44 + 44], 0, font)
    source = folder / f'{name}.tif'
    picture.convert('1').save(source, compression='group4', dpi=(150, 150))
    target = folder / f'{name}.pdf'
    run('img2pdf', source, '-o', target)
    return target


def join(target, *sources):
    run('qpdf', '--empty', '--pages', *sources, '--', '--object-streams=generate', '--compress-streams=y', target)


def without_maps(source, target, pages=None, fonts=''):
    """Takes the maps to Unicode out of the fonts of some pages, as programs that never wrote them."""
    with pikepdf.open(source) as document:
        for at, sheet in enumerate(document.pages):
            if pages is None or at in pages:
                for name in sheet.resources.Font.keys():
                    font = sheet.resources.Font[name]
                    if '/ToUnicode' in font and fonts in str(font.get('/BaseFont')):
                        del font.ToUnicode
        document.save(target, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def with_map_of_spaces(source, target):
    """Leaves nothing in the maps but the space."""
    with pikepdf.open(source) as document:
        fonts = document.pages[0].resources.Font
        for name in fonts.keys():
            fonts[name].ToUnicode = pikepdf.Stream(document, b'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange '
                                            b'1 beginbfchar <0003> <0020> endbfchar endcmap')
        document.save(target)


def escaped(text):
    return ''.join(f'\\{sign}' if sign in '()\\' else sign for sign in text)


def numbered_glyphs(prefix, *pages):
    """PostScript with a font of bitmaps, whose glyphs have codes of ASCII, and these with a letter for names, as TeX writes it."""
    names = ' '.join(f'/{prefix}{code}' for code in range(256))
    draw = '{pop pop 500 0 50 0 450 700 setcachedevice 50 0 400 700 rectfill}'
    shown = '\n'.join(
        '\n'.join(f'72 {720 - 20 * at} moveto ({escaped(line)}) show' for at, line in enumerate(words.split('. '))) + '\nshowpage'
        for words in pages
    )
    return (
        f'%!PS\n8 dict dup begin /FontType 3 def /FontMatrix [.001 0 0 .001 0 0] def /FontBBox [0 0 500 700] def\n'
        f'/Encoding [{names}] def /BuildGlyph {draw} bind def /BuildChar {{1 index /Encoding get exch get 1 index /BuildGlyph get exec}} bind def\n'
        f'end /Bits exch definefont pop /Bits 12 selectfont\n{shown}\n'
    )


def ghostscript(source, target, *options):
    run('gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', *options, f'-sOutputFile={target}', source)


def make(folder):
    text = libreoffice(folder, 'text', page(WORDS, 'Read the rules twice.'))
    print_ = chromium(folder, 'print', page(WORDS, 'Printed by a browser.', style='body{font-family:DejaVu Sans}'))
    first, second = scan(folder, 'first', WORDS), scan(folder, 'second', WORDS[::-1])

    join(HERE / 'img2pdf-scan.pdf', first, second)
    join(HERE / 'qpdf-half-scanned.pdf', text, '1', first, '1', second, '1', print_, '1')

    blank = folder / 'blank.pdf'
    run('gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-sPAPERSIZE=a4', f'-sOutputFile={blank}', '-c', 'showpage')
    join(HERE / 'qpdf-blank-page.pdf', text, '1', blank, '1', print_, '1')

    ocr = folder / 'ocr.pdf'
    run('ocrmypdf', '--output-type', 'pdf', '--optimize', '0', first, ocr)
    join(HERE / 'ocrmypdf-text-layer.pdf', ocr, '1', second, '1')

    # A scan below the same header on each page, stamped by qpdf.
    header = libreoffice(folder, 'header', page('Acme Ltd · Confidential report of the works council'))
    scans = folder / 'scans.pdf'
    join(scans, first, '1', second, '1', first, '1', second, '1')
    stamped = folder / 'stamped.pdf'
    run('qpdf', scans, '--overlay', header, '--repeat=1', '--', stamped)
    join(HERE / 'qpdf-header-on-scans.pdf', text, '1', stamped, '1-4')

    # Text beside a picture as large as the page.
    under = folder / 'under.pdf'
    run('qpdf', text, '--underlay', first, '--', under)
    join(HERE / 'qpdf-text-over-picture.pdf', under, '1')

    # Letters as outlines, as print shops write them.
    outlined = folder / 'outlined.pdf'
    ghostscript(header, outlined, '-dNoOutputFonts')
    join(HERE / 'ghostscript-outlines.pdf', print_, '1', outlined, '1')

    # Fonts without a map to Unicode.
    without_maps(text, HERE / 'libreoffice-without-maps.pdf')
    without_maps(print_, HERE / 'chromium-without-maps.pdf')
    both = folder / 'both.pdf'
    join(both, text, '1', print_, '1', first, '1')
    without_maps(both, HERE / 'qpdf-second-without-maps.pdf', pages=[1])
    again = folder / 'again.pdf'
    ghostscript(HERE / 'libreoffice-without-maps.pdf', again)
    join(HERE / 'ghostscript-without-maps.pdf', again, '1')

    with_map_of_spaces(print_, HERE / 'chromium-map-of-spaces.pdf')
    # PDF.js takes names such as a65 for those of dingbats.
    for prefix, name in (('g', 'numbered-glyphs'), ('a', 'numbered-as-dingbats')):
        drawn = folder / f'{name}.ps'
        drawn.write_text(numbered_glyphs(prefix, WORDS), encoding='ascii')
        ghostscript(drawn, HERE / f'ghostscript-{name}.pdf')

    # Glyphs numbered one after the other, of which the first page has a few.
    codes = {sign: chr(33 + at) for at, sign in enumerate(dict.fromkeys(('Trains fast' + WORDS).replace(' ', '')))}
    coded = [''.join(codes.get(sign, ' ') for sign in words) for words in ('Trains fast is fast', WORDS)]
    (folder / 'coded.ps').write_text(numbered_glyphs('g', *coded), encoding='ascii')
    ghostscript(folder / 'coded.ps', HERE / 'ghostscript-numbered-one-by-one.pdf')

    # A formula in a font without a map, beside words.
    formula = chromium(folder, 'formula', page(WORDS, '<b>shown in bold as a formula</b>', style='body{font-family:DejaVu Sans}'))
    without_maps(formula, HERE / 'chromium-formula-without-map.pdf', fonts='Bold')

    half = chromium(folder, 'half', page(WORDS, f'<b>{WORDS}</b>', style='body{font-family:DejaVu Sans}'))
    without_maps(half, HERE / 'chromium-half-without-map.pdf', fonts='Bold')

    form = libreoffice(folder, 'form', page('Application for leave', '<form>Name: <input type="text" value="Ada"></form>'))
    join(HERE / 'libreoffice-form.pdf', form, '1')

    # One font of icons beside words.
    icons = chromium(folder, 'icons', page(WORDS, '<span style="font-family:OpenSymbol">&#xe000; &#xe001; &#xe002;</span>', style='body{font-family:DejaVu Sans}'))
    join(HERE / 'chromium-icons.pdf', icons, '1')

    join(HERE / 'chromium-print.pdf', print_, '1')
    scripts = chromium(folder, 'scripts', page(
        '年假二十五天，火車優先於飛機。', '営業時間は午前九時から午後五時までです。', 'วันลาพักร้อนยี่สิบห้าวัน', 'الإجازة السنوية خمسة وعشرون يومًا',
        style='body{font-family:"Noto Sans CJK TC","Noto Sans Thai","DejaVu Sans"}'))
    join(HERE / 'chromium-scripts.pdf', scripts, '1')
    signs = chromium(folder, 'signs', page(
        'E=mc² ∑ᵢ xᵢ ≤ ∫ f(x) dx ± √2π', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        'if (a[i] &amp;&amp; !b) { x ^= 0xFF; } // $%&amp;()*+', style='body{font-family:DejaVu Sans Mono}'))
    join(HERE / 'chromium-signs.pdf', signs, '1')


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
