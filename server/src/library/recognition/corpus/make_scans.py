#!/usr/bin/python3
"""Makes the scans of this folder: pages set by other programs, as scanners, fax machines and cameras take them.

With Chromium, LibreOffice, Poppler, Pillow (libtiff, libjpeg, OpenJPEG), jbig2enc and img2pdf.

Debian: apt install chromium libreoffice poppler-utils python3-pil python3-pikepdf img2pdf fonts-liberation
fonts-noto-core fonts-noto-cjk, and jbig2 of github.com/agl/jbig2enc; then /usr/bin/python3 make_scans.py. The photograph of a cat is Stéfan van der Walt's
(CC0), skimage/data/chelsea.png of scikit-image: its path is the only argument. What stands on each page is in pages.json.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import pikepdf
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

HERE = pathlib.Path(__file__).parent
PAGES = {entry['name']: entry for entry in json.loads((HERE / 'pages.json').read_text(encoding='utf-8'))}
FONTS = "'Liberation Serif','Noto Sans Thai','Noto Sans CJK TC'"


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def text_of(name):
    return PAGES[name]['text']


def html(body, style=''):
    return (f'<html><meta charset="utf-8"><style>@page{{size:A4;margin:0}} body{{margin:22mm 24mm;font:12pt/1.45 {FONTS}}}'
            f'p{{margin:0 0 10pt}} {style}</style><body>{body}</body></html>')


def paragraphs(name):
    return ''.join('<p>' + part.replace('\n', '<br>') + '</p>' for part in text_of(name).split('\n\n'))


def picture(folder, body, style='', dpi=200, by='chromium'):
    """The page as grey pixels."""
    source, target = folder / 'page.html', folder / 'page.pdf'
    source.write_text(html(body, style), encoding='utf-8')
    if by == 'chromium':
        run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', f'--print-to-pdf={target}', source)
    else:
        run('soffice', '--headless', f'-env:UserInstallation=file://{tempfile.gettempdir()}/corpus-profile',
            '--infilter=HTML (StarWriter)', '--convert-to', 'pdf', '--outdir', folder, source)
    run('pdftoppm', '-r', str(dpi), '-f', '1', '-l', '1', '-gray', '-singlefile', target, folder / 'page')
    return Image.open(folder / 'page.pgm').convert('L')


def upper(image, share):
    """The upper part of a page, so that files stay small."""
    return image.crop((0, 0, image.width, int(image.height * share)))


def noise(image, strength):
    """Grain as of a sensor."""
    grain = Image.effect_noise(image.size, strength)
    return ImageChops.add(image, grain, 1, -128)


def skew(image, degrees, fill=255):
    return image.rotate(degrees, resample=Image.BICUBIC, expand=True, fillcolor=fill)


def grey(image, dark, light):
    """Ink and paper of these two greys."""
    return image.point([dark + (light - dark) * value // 255 for value in range(256)])


def photograph(image):
    """As a camera takes a page from the side, with the light from one corner."""
    width, height = image.size
    table = Image.new('L', (int(width * 1.12), int(height * 1.12)), 70)
    table.paste(grey(image, 40, 235), (int(width * 0.06), int(height * 0.06)))
    width, height = table.size
    seen = table.transform(table.size, Image.QUAD, (
        -width * 0.02, 0, width * 0.03, height, width * 0.99, height * 1.02, width * 1.03, -height * 0.02), Image.BICUBIC, fillcolor=60)
    light = Image.linear_gradient('L').rotate(30, resample=Image.BICUBIC).crop((50, 50, 206, 206)).resize(seen.size, Image.BICUBIC)
    shade = grey(light, 120, 255)
    return noise(ImageChops.multiply(seen, shade).filter(ImageFilter.GaussianBlur(0.7)), 9)


def img2pdf(folder, name, source):
    run('img2pdf', '--creationdate', '2026-01-01', '--moddate', '2026-01-01', source, '-o', HERE / f'{name}.pdf')


def as_jpeg(folder, name, image, dpi=200, quality=40):
    image.save(folder / 'scan.jpg', quality=quality, dpi=(dpi, dpi))
    img2pdf(folder, name, folder / 'scan.jpg')


def as_jpeg2000(folder, name, image, dpi=200, rate=24):
    """JPEG 2000 has no resolution here: img2pdf would take 96."""
    image.save(folder / 'scan.jp2', quality_mode='rates', quality_layers=[rate], irreversible=True)
    run('img2pdf', '--imgsize', f'{dpi}dpix{dpi}dpi', folder / 'scan.jp2', '-o', HERE / f'{name}.pdf')


def as_group4(folder, name, image, dpi=(200, 200), threshold=150):
    bits = image.point(lambda value: 255 if value >= threshold else 0).convert('1', dither=Image.NONE)
    bits.save(folder / 'scan.tif', compression='group4', dpi=dpi)
    img2pdf(folder, name, folder / 'scan.tif')


def as_jbig2(folder, name, image, dpi=200):
    """Text regions over a dictionary of symbols, which is a stream of its own."""
    bits = image.point(lambda value: 255 if value >= 150 else 0).convert('1', dither=Image.NONE)
    bits.save(folder / 'scan.png')
    run('jbig2', '-s', '-p', '-b', folder / 'jbig2', folder / 'scan.png')
    document = pikepdf.new()
    width, height = image.width * 72 / dpi, image.height * 72 / dpi
    symbols = pikepdf.Stream(document, (folder / 'jbig2.sym').read_bytes())
    scan = pikepdf.Stream(document, (folder / 'jbig2.0000').read_bytes())
    scan.stream_dict = pikepdf.Dictionary(
        Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=image.width, Height=image.height,
        ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=1, Filter=pikepdf.Name.JBIG2Decode,
        DecodeParms=pikepdf.Dictionary(JBIG2Globals=symbols))
    document.add_blank_page(page_size=(width, height))
    document.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Scan=scan))
    document.pages[0].Contents = pikepdf.Stream(document, f'{width} 0 0 {height} 0 0 cm /Scan Do'.encode())
    document.save(HERE / f'{name}.pdf')


def make(folder, cat):
    def plain(name, **more):
        return picture(folder, paragraphs(name), **more)

    # A fax of the standard resolution: half as many rows as columns.
    fax = plain('english-fax', dpi=204)
    as_group4(folder, 'english-fax', upper(fax, 0.4).resize((fax.width, int(fax.height * 0.4) * 98 // 204)), dpi=(204, 98))
    as_group4(folder, 'german-letter', upper(plain('german-letter', by='libreoffice'), 0.5))
    columns = picture(folder, paragraphs('french-columns'), 'body{columns:2;column-gap:12mm;text-align:justify;height:95mm;column-fill:auto}')
    as_jpeg(folder, 'french-columns', upper(columns, 0.5))
    as_jpeg(folder, 'spanish-grain', noise(grey(upper(plain('spanish-grain', dpi=150), 0.4), 90, 200), 14), 150, 35)
    as_group4(folder, 'portuguese-upside-down', upper(plain('portuguese-upside-down'), 0.4).rotate(180))
    as_group4(folder, 'italian-sideways', upper(plain('italian-sideways'), 0.4).rotate(90, expand=True))
    as_jpeg(folder, 'dutch-skewed', noise(skew(upper(plain('dutch-skewed'), 0.4), 4), 8))
    as_jbig2(folder, 'chinese-notice', upper(plain('chinese-notice'), 0.4))
    as_jpeg2000(folder, 'thai-notice', upper(plain('thai-notice'), 0.4))
    as_jpeg(folder, 'english-white-on-black', ImageOps.invert(upper(plain('english-white-on-black'), 0.3)))
    as_jpeg(folder, 'german-photograph', photograph(upper(plain('german-photograph'), 0.4)), quality=50)
    rows = ''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row.split(' | ')) + '</tr>' for row in text_of('english-table').split('\n'))
    table = picture(folder, f'<table>{rows}</table>', 'table{border-collapse:collapse} td{border:1px solid;padding:4pt 10pt}')
    as_group4(folder, 'english-table', upper(table, 0.3))

    # A page of each language, full of text, for the bench.
    for entry in json.loads((HERE / 'policies' / 'pages.json').read_text(encoding='utf-8')):
        body = ''.join(f'<p>{part}</p>' for part in entry['text'].split('\n\n'))
        style = 'body{font-size:11pt;line-height:1.3;margin:16mm 20mm} p{margin:0 0 5pt}'
        as_group4(folder, f'policies/{entry["name"]}', picture(folder, body, style))

    # A blank sheet with the shadow of its edge, two holes and grain.
    sheet = Image.new('L', (1654, 1200), 242)
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, 0, 26, 1200), 90)
    for y in (360, 840):
        draw.ellipse((60, y, 126, y + 66), 60)
    as_jpeg(folder, 'blank-sheet', noise(sheet.filter(ImageFilter.GaussianBlur(3)), 12), quality=30)
    as_jpeg(folder, 'cat', Image.open(cat).convert('L'), 72, 50)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder), sys.argv[1])
