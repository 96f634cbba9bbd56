#!/usr/bin/python3
"""Makes the files of this folder with LibreOffice, python-docx, openpyxl, odfpy and Python's own email and zipfile.

Debian: apt install libreoffice python3-docx python3-openpyxl python3-odf; then /usr/bin/python3 make.py. What each file
must hold is in files.json.
"""
import datetime
import email.message
import email.mime.text
import email.policy
import pathlib
import subprocess
import tempfile
import zipfile

HERE = pathlib.Path(__file__).parent
PNG = bytes.fromhex(
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f000500'
    '01ff89993d1d0000000049454e44ae426082'
)


def save(name, content):
    (HERE / name).write_bytes(content if isinstance(content, bytes) else content.encode('utf-8'))


def convert(source, content, *targets):
    """Has LibreOffice write `content` as each (name, filter)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, source)
        path.write_bytes(content if isinstance(content, bytes) else content.encode('utf-8'))
        for name, kind in targets:
            ending = kind.split(':')[0]
            command = ['soffice', '--headless', f'-env:UserInstallation=file://{tempfile.gettempdir()}/corpus-profile']
            if source.endswith('.csv'):
                command.append('--infilter=CSV:44,34,76,1,,1033,false,true')
            if source.endswith('.html') and ending in ('docx', 'odt', 'rtf', 'pdf'):
                command.append('--infilter=HTML (StarWriter)')
            subprocess.run([*command, '--convert-to', kind, '--outdir', folder, str(path)], check=True, capture_output=True)
            save(name, path.with_suffix(f'.{ending}').read_bytes())


def archive(name, parts, first=None):
    with zipfile.ZipFile(HERE / name, 'w', zipfile.ZIP_DEFLATED) as file:
        if first:
            file.writestr(zipfile.ZipInfo('mimetype'), first)
        for path, content in parts.items():
            file.writestr(path, content)


# Office Open XML by hand, for what no program here writes -----------------------------------------------------------

W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
STRICT_R = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def types(part, kind):
    return (
        f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
        f'<Override PartName="/{part}" ContentType="{kind}"/></Types>'
    )


def rels(*entries, base=R):
    lines = ''.join(f'<Relationship Id="{i}" Type="{base}/{t}" Target="{target}"/>' for i, t, target in entries)
    return f'{HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{lines}</Relationships>'


NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" mc:Ignorable="wps"'
)


def docx(name, body, styles='', numbering='', more=None, main='word/document.xml', relations=(), head=NAMESPACES):
    parts = {
        '[Content_Types].xml': types(main, DOCX_TYPE),
        '_rels/.rels': rels(('rId1', 'officeDocument', main)),
        f'word/_rels/{main.split("/")[-1]}.rels': rels(
            ('rId1', 'styles', 'styles.xml'), ('rId2', 'numbering', 'numbering.xml'), *relations
        ),
        main: f'{HEAD}<w:document {head}><w:body>{body}</w:body></w:document>',
        'word/styles.xml': f'{HEAD}<w:styles {head}>{styles}</w:styles>',
        'word/numbering.xml': f'{HEAD}<w:numbering {head}>{numbering}</w:numbering>',
        **(more or {}),
    }
    archive(name, parts)


def run(text, properties=''):
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def par(content, style='', properties=''):
    inner = content if content.startswith('<') else run(content)
    kind = f'<w:pStyle w:val="{style}"/>' if style else ''
    return f'<w:p><w:pPr>{kind}{properties}</w:pPr>{inner}</w:p>'


def cell(content, properties=''):
    return f'<w:tc><w:tcPr>{properties}</w:tcPr>{content if content.startswith("<") else par(content)}</w:tc>'


def table(*rows):
    return f'<w:tbl>{"".join("<w:tr>" + "".join(row) + "</w:tr>" for row in rows)}</w:tbl>'


def style(key, name, extra='', based=''):
    base = f'<w:basedOn w:val="{based}"/>' if based else ''
    return f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>{base}<w:pPr>{extra}</w:pPr></w:style>'


def word_files():
    box = '<w:txbxContent>' + par('Box: call extension 4711.') + '</w:txbxContent>'
    docx(
        'word-text-box.docx',
        par('Before the box.')
        + par(
            '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData>'
            f'<wps:wsp><wps:txbx>{box}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>'
            f'<mc:Fallback><w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>'
            + run('Around the box.')
        ),
    )
    docx('word-vml-text-box.docx', par(f'<w:r><w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict></w:r>'))
    docx(
        'word-tracked-changes.docx',
        par(
            run('The fee is ')
            + '<w:del w:id="1" w:author="A"><w:r><w:delText>forty</w:delText></w:r></w:del>'
            + f'<w:ins w:id="2" w:author="B">{run("fifty")}</w:ins>'
            + run(' euros.')
        )
        + '<w:p><w:moveFromRangeStart w:id="3" w:name="m"/><w:moveFrom w:id="4">'
        + run('Moved sentence.')
        + '</w:moveFrom><w:moveFromRangeEnd w:id="3"/></w:p>'
        + '<w:p><w:moveTo w:id="5">'
        + run('Moved sentence.')
        + '</w:moveTo></w:p>'
        + table([cell('kept row'), cell('1')])
        + '<w:tbl><w:tr><w:trPr><w:del w:id="9"/></w:trPr>' + cell('row taken out') + '</w:tr><w:tr>' + cell('row left') + '</w:tr></w:tbl>'
        + '<w:p><w:pPr><w:rPr><w:del w:id="10"/></w:rPr></w:pPr>' + run('First half ') + '</w:p>' + par('second half.'),
    )
    docx(
        'word-fields.docx',
        par(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" SECRETCODE </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run('Contents of the manual')
            + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
        + par('<w:fldSimple w:instr=" AUTHOR ">' + run('Grace Hopper') + '</w:fldSimple>')
        + par(
            run('Due ')
            + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGEFIELD inner </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run('INNERRESULT')
            + '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
            + run('on Friday') + '<w:r><w:fldChar w:fldCharType="end"/></w:r>' + run('.')
        )
        + par('<w:hyperlink r:id="rId9">' + run('the staff portal') + '</w:hyperlink>'),
        relations=[('rId9', 'hyperlink', 'https://portal.example/')],
    )
    docx(
        'word-german-headings.docx',
        par('Reisekosten', 'berschrift1') + par('Bahn vor Flug.') + par('Ausland', 'berschrift2') + par('Mit Genehmigung.')
        + par('Eigener Titel', 'Hausstil') + par('Unter eigenem Titel.'),
        styles=style('berschrift1', 'heading 1', '<w:outlineLvl w:val="0"/>')
        + style('berschrift2', 'heading 2', '<w:outlineLvl w:val="1"/>')
        + style('Hausstil', 'Hausstil', based='berschrift1'),
    )
    docx(
        'word-french-heading-names.docx',
        par('Congés', 'Titre1') + par('Vingt-cinq jours.') + par('Télétravail', 'Titre2') + par('Deux jours.'),
        styles=style('Titre1', 'Titre 1') + style('Titre2', 'Titre 2'),
    )
    docx(
        'word-outline-level.docx',
        par('Opening hours', properties='<w:outlineLvl w:val="0"/>') + par('Nine to five.')
        + par('Body level', properties='<w:outlineLvl w:val="9"/>'),
    )
    docx(
        'word-no-styles.docx',
        par('Annual leave', 'Heading1') + par('Twenty-five days.') + par('The Title', 'Title'),
    )
    docx(
        'word-content-controls.docx',
        '<w:sdt><w:sdtPr><w:alias w:val="ALIAS"/></w:sdtPr><w:sdtContent>' + par('Block control text.') + '</w:sdtContent></w:sdt>'
        + par(run('Name: ') + '<w:sdt><w:sdtContent>' + run('Ada Lovelace') + '</w:sdtContent></w:sdt>')
        + '<w:tbl><w:tr>' + cell('Role') + cell('Room') + '</w:tr><w:sdt><w:sdtContent><w:tr>'
        + cell('Chair') + '<w:sdt><w:sdtContent>' + cell('101') + '</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>'
        + '<w:customXml><w:p>' + run('Inside custom XML.') + '</w:p></w:customXml><w:p><w:smartTag>' + run('Smart Town') + '</w:smartTag></w:p>',
    )
    docx(
        'word-equations.docx',
        par(
            run('Area: ') + '<m:oMath><m:r><m:t>A=</m:t></m:r><m:r><m:t>π</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e>'
            '<m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>'
        )
        + '<w:p><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>'
        '</m:oMath></m:oMathPara></w:p>',
    )
    docx(
        'word-signs.docx',
        par(
            run('co') + '<w:r><w:softHyphen/></w:r>' + run('operate, ') + run('twenty') + '<w:r><w:noBreakHyphen/></w:r>' + run('one, ')
            + '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>' + run(' done, ')
            + '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>' + run('-rays')
            + '<w:r><w:tab/></w:r>' + run('after tab') + '<w:r><w:br/></w:r>' + run('new line')
            + '<w:r><w:ptab/></w:r>' + run('soft\u00adware')
        )
        + par('<w:r><w:ruby><w:rt>' + run('とうきょう') + '</w:rt><w:rubyBase>' + run('東京') + '</w:rubyBase></w:ruby></w:r>')
        + par(run('Hidden but there.', '<w:vanish/>')),
    )
    note = lambda kind, key, text, extra='': f'<w:{kind} w:id="{key}"{extra}>{par(text)}</w:{kind}>'
    docx(
        'word-notes-comments.docx',
        par(
            run('Trains first') + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(', planes never')
            + '<w:r><w:endnoteReference w:id="3"/></w:r>' + '<w:commentRangeStart w:id="0"/>' + run(' please')
            + '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>' + run('.')
        ),
        relations=[('rId5', 'footnotes', 'footnotes.xml'), ('rId6', 'endnotes', 'endnotes.xml'), ('rId7', 'comments', 'comments.xml')],
        more={
            'word/footnotes.xml': f'{HEAD}<w:footnotes {NAMESPACES}>' + note('footnote', 0, 'SEPARATOR', ' w:type="separator"')
            + note('footnote', 2, 'Unless slower than six hours.') + '</w:footnotes>',
            'word/endnotes.xml': f'{HEAD}<w:endnotes {NAMESPACES}>' + note('endnote', 3, 'By decision of the board.') + '</w:endnotes>',
            'word/comments.xml': f'{HEAD}<w:comments {NAMESPACES}><w:comment w:id="0" w:author="Grace Hopper">'
            + par('Is that polite enough?') + '</w:comment></w:comments>',
        },
    )
    level = lambda n, fmt, text, start=1: f'<w:lvl w:ilvl="{n}"><w:start w:val="{start}"/><w:numFmt w:val="{fmt}"/><w:lvlText w:val="{text}"/></w:lvl>'
    item = lambda text, lvl=0, num=1: par(text, properties=f'<w:numPr><w:ilvl w:val="{lvl}"/><w:numId w:val="{num}"/></w:numPr>')
    docx(
        'word-numbered-lists.docx',
        item('Open the valve.') + item('Wait.') + item('Ten minutes.', 1) + item('Longer in winter.', 1) + item('Close it.')
        + par('Between.') + item('Clause of its own.', 0, 2) + item('A bullet.', 0, 3) + par('Chapter', 'H1') + par('Chapter two', 'H1'),
        styles=style('H1', 'heading 1', '<w:numPr><w:numId w:val="4"/></w:numPr>'),
        numbering='<w:abstractNum w:abstractNumId="0">' + level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%1.%2)') + '</w:abstractNum>'
        '<w:abstractNum w:abstractNumId="1">' + level(0, 'upperRoman', '§ %1', 4) + '</w:abstractNum>'
        '<w:abstractNum w:abstractNumId="2">' + level(0, 'bullet', '\uf0b7') + '</w:abstractNum>'
        '<w:abstractNum w:abstractNumId="3">' + level(0, 'decimal', '%1') + '</w:abstractNum>'
        + ''.join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n - 1}"/></w:num>' for n in range(1, 5)),
    )
    docx(
        'word-tables.docx',
        par('Fees', 'Heading1')
        + table([cell('Fee'), cell('Member'), cell('Guest')], [cell('Day', ''), cell('10 €'), cell('15 €')],
                [cell('Both days', '<w:vMerge w:val="restart"/>'), cell('18 €', '<w:gridSpan w:val="2"/>')],
                [cell(par(''), '<w:vMerge/>'), cell('or free'), cell('or 20 €')])
        + par('Nested:')
        + table([cell('Outer head'), cell('Detail')], [cell('Outer cell'), cell(par('Inside:') + table([cell('inner A'), cell('inner B')]) + par(''))]),
        styles=style('Heading1', 'heading 1'),
    )
    header = lambda text, tag='hdr': f'{HEAD}<w:{tag} {NAMESPACES}>{par(text)}</w:{tag}>'
    docx(
        'word-headers.docx',
        par('First section.') + '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId11"/><w:footerReference w:type="default" r:id="rId12"/></w:sectPr></w:pPr></w:p>'
        + par('Second section.')
        + '<w:sectPr><w:headerReference w:type="default" r:id="rId13"/><w:footerReference w:type="default" r:id="rId12"/></w:sectPr>',
        relations=[('rId11', 'header', 'header1.xml'), ('rId12', 'footer', 'footer1.xml'), ('rId13', 'header', 'header2.xml')],
        more={
            'word/header1.xml': header('Confidential: works council'),
            'word/header2.xml': header('Confidential: works council'),
            'word/footer1.xml': header('Document number QM-17', 'ftr'),
        },
    )
    logo = ('<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
            + par(f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>')
            + par('<w:fldSimple w:instr="PAGE">' + run('7') + '</w:fldSimple>'))
    docx(
        'word-header-text-box.docx', par('Body of the letter.'),
        relations=[('rId11', 'header', 'header1.xml'), ('rId12', 'header', 'header2.xml')],
        more={name: f'{HEAD}<w:hdr {NAMESPACES}>{logo}</w:hdr>' for name in ('word/header1.xml', 'word/header2.xml')},
    )
    docx('word-main-part-elsewhere.docx', par('From Word for the web.'), main='word/document2.xml')
    docx(
        'word-pictures.docx',
        par(
            run('The plan: ') + '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="Floor plan of the second floor"/>'
            '<a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
        )
        + par('<w:r><w:drawing><wp:inline><wp:docPr id="2" name="Chart 2"/><a:graphic><a:graphicData><c:chart r:id="rId8"/>'
              '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>')
        + par('<w:r><w:object><v:shape/></w:object></w:r>'),
        more={'word/media/image1.png': PNG},
    )
    strict = NAMESPACES.replace(W, 'http://purl.oclc.org/ooxml/wordprocessingml/main').replace(R, STRICT_R)
    archive('word-strict.docx', {
        '[Content_Types].xml': types('word/document.xml', DOCX_TYPE),
        '_rels/.rels': rels(('rId1', 'officeDocument', 'word/document.xml'), base=STRICT_R),
        'word/document.xml': f'{HEAD}<w:document {strict} w:conformance="strict"><w:body>{par("Strictly speaking.")}{table([cell("a"), cell("b")], [cell("1"), cell("2")])}</w:body></w:document>',
    })
    archive('word-default-namespace.docx', {
        '[Content_Types].xml': types('word/document.xml', DOCX_TYPE),
        '_rels/.rels': rels(('rId1', 'officeDocument', '/word/document.xml')),
        'word/document.xml': f'{HEAD}<document xmlns="{W}"><body><p><r><t>No prefix at all.</t></r></p></body></document>',
    })
    utf16 = ('<?xml version="1.0" encoding="UTF-16"?>' + f'<w:document {NAMESPACES}><w:body>{par("Wide letters: Größe.")}</w:body></w:document>')
    docx('word-utf16-part.docx', '', more={'word/document.xml': utf16.encode('utf-16')})


def excel(name, sheets, workbook='', shared='', styles='', more=None, prefix='', base=R, space=S, relations=()):
    """`sheets` are (name, attributes, XML of the sheet's children)."""
    p = f'{prefix}:' if prefix else ''
    ns = f'xmlns:{prefix}="{space}"' if prefix else f'xmlns="{space}"'
    listed = ''.join(f'<{p}sheet name="{n}" sheetId="{at}" r:id="rId{at}" {extra}/>' for at, (n, extra, _) in enumerate(sheets, 1))
    parts = {
        '[Content_Types].xml': types('xl/workbook.xml', XLSX_TYPE),
        '_rels/.rels': rels(('rId1', 'officeDocument', 'xl/workbook.xml'), base=base),
        'xl/_rels/workbook.xml.rels': rels(
            *((f'rId{at}', 'worksheet', f'worksheets/sheet{at}.xml') for at in range(1, len(sheets) + 1)),
            ('rId90', 'sharedStrings', 'sharedStrings.xml'), ('rId91', 'styles', 'styles.xml'), *relations, base=base),
        'xl/workbook.xml': f'{HEAD}<{p}workbook {ns} xmlns:r="{base}">{workbook}<{p}sheets>{listed}</{p}sheets></{p}workbook>',
        'xl/sharedStrings.xml': f'{HEAD}<{p}sst {ns}>{shared}</{p}sst>',
        'xl/styles.xml': f'{HEAD}<{p}styleSheet {ns}>{styles}</{p}styleSheet>',
    }
    for at, (_, _, inner) in enumerate(sheets, 1):
        parts[f'xl/worksheets/sheet{at}.xml'] = f'{HEAD}<{p}worksheet {ns} xmlns:r="{base}">{inner}</{p}worksheet>'
    parts.update(more or {})
    archive(name, parts)


def formats(*codes):
    listed = ''.join(f'<numFmt numFmtId="{at}" formatCode="{code}"/>' for at, code in enumerate(codes, 164))
    used = ''.join(f'<xf numFmtId="{at}"/>' for at in range(164, 164 + len(codes)))
    return f'<numFmts>{listed}</numFmts><cellXfs><xf numFmtId="0"/>{used}</cellXfs>'


def excel_files():
    codes = ['#,##0.00 &quot;€&quot;;[Red]-#,##0.00 &quot;€&quot;', '[&gt;=1000]0.0,&quot;k&quot;;0', '&quot;No. &quot;00000', '[h]:mm:ss',
             '# ??/??', '0.00E+00', 'yyyy\\-mm\\-dd hh:mm', '[$-407]d. mmmm yyyy', '0;;&quot;nil&quot;', '@&quot; !&quot;', '[$$-409]#,##0.00', 'mmm\\ yy', '_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-', 'h:mm AM/PM', '(000) 000\\-0000', '0%', '[', 'AAAAAAA[[[']
    values = [-1234.5, 2500, 713, 1.5, 2.25, 123456, 45292.75, 45292, 0, None, 99.9, 45292, 1234.5, 0.6041666667, 5551234567, 0.125, 7, 8]
    rows = ''.join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>value {at}</t></is></c>'
        + (f'<c r="B{at}" s="{at}"><v>{value}</v></c>' if value is not None else f'<c r="B{at}" s="{at}" t="inlineStr"><is><t>hey</t></is></c>')
        + '</row>'
        for at, value in enumerate(values, 1))
    excel('excel-number-formats.xlsx', [('Formats', '', f'<sheetData>{rows}</sheetData>')], styles=formats(*codes))
    built_in = {9: 0.5, 10: 0.256, 11: 12345, 12: 1.5, 14: 45292, 20: 0.75, 22: 45292.5, 4: 1234567.891, 49: 7, 46: 1.25, 38: -5}
    keys = list(built_in)
    rows = ''.join(f'<row r="{at}"><c r="A{at}" s="{at - 1}"><v>{built_in[key]}</v></c><c r="B{at}"><v>{key}</v></c></row>' for at, key in enumerate(keys, 1))
    excel('excel-built-in-formats.xlsx', [('Formats', '', f'<sheetData>{rows}</sheetData>')],
          styles='<cellXfs>' + ''.join(f'<xf numFmtId="{key}"/>' for key in keys) + '</cellXfs>')
    general = ['0.30000000000000004', '1234567890123', '12345678901234567890', '0.000012345', '1E-10', '-0.5', '100', '3.14159265358979']
    rows = ''.join(f'<row r="{at}"><c r="A{at}"><v>{value}</v></c></row>' for at, value in enumerate(general, 1))
    excel('excel-general.xlsx', [('General', '', f'<sheetData><row r="9"><c r="A9" t="b"><v>1</v></c><c r="B9" t="b"><v>0</v></c></row>{rows}<row r="10"><c r="A10" t="e"><v>#DIV/0!</v></c><c r="B10" t="e"><v>#N/A</v></c></row></sheetData>')])
    excel('excel-rich-strings.xlsx', [('Strings', '', '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="str"><f>A1</f><v>computed text</v></c></row><row r="3"><c r="A3" t="s"><v>99</v></c><c r="B3" t="s"><v>3</v></c></row></sheetData>')],
          shared='<si><r><t xml:space="preserve">Bold </t></r><r><rPr><b/></rPr><t>and plain</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr/></si><si><t>line_x000D__x000A_break &amp; more</t></si><si><t>_x005F_x0041_ kept</t></si>')
    excel('excel-prefixed.xlsx', [('Prefixed', '', '<x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>no addresses</x:t></x:is></x:c><x:c><x:v>42</x:v></x:c></x:row><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData>')], prefix='x', shared='<x:si><x:t>shared with prefix</x:t></x:si>')
    excel('excel-strict.xlsx', [('Strict', '', '<sheetData><row r="1"><c r="A1" t="d" s="1"><v>2024-01-01T12:30:00</v></c><c r="B1" t="inlineStr"><is><t>strictly a date</t></is></c></row></sheetData>')],
          base=STRICT_R, space='http://purl.oclc.org/ooxml/spreadsheetml/main', styles=formats('yyyy\\-mm\\-dd'))
    excel('excel-1904.xlsx', [('Mac', '', '<sheetData><row r="1"><c r="A1" s="1"><v>43830</v></c></row></sheetData>')], workbook='<workbookPr date1904="1"/>', styles=formats('yyyy\\-mm\\-dd'))
    excel('excel-lying-dimension.xlsx', [('Lies', '', '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>top</t></is></c></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>bottom corner</t></is></c></row></sheetData>')])
    excel('excel-hidden.xlsx', [('Shown', '', '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>visible</t></is></c></row><row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>hidden row</t></is></c></row></sheetData>'),
          ('Secret', 'state="veryHidden"', '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>very hidden</t></is></c></row></sheetData>')])
    threaded = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'
    excel('excel-threaded-comments.xlsx', [('Plan', '', '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Budget</t></is></c></row></sheetData>')],
          more={
              'xl/worksheets/_rels/sheet1.xml.rels': rels(('rId1', 'comments', '../comments1.xml'))[:-len('</Relationships>')]
              + '<Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>',
              'xl/comments1.xml': f'{HEAD}<comments xmlns="{S}"><authors><author>tc={{1}}</author></authors><commentList><comment ref="A1" authorId="0"><text><t>[Threaded comment] Your version of Excel allows you to read. Comment: Who approves this?</t></text></comment></commentList></comments>',
              'xl/threadedComments/threadedComment1.xml': f'{HEAD}<ThreadedComments xmlns="{threaded}"><threadedComment ref="A1" personId="1" id="1"><text>Who approves this?</text></threadedComment><threadedComment ref="A1" personId="2" id="2" parentId="1"><text>The board does.</text></threadedComment></ThreadedComments>',
          })
    excel('excel-macro.xlsm', [('Macro', '', '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>beside a macro</t></is></c></row></sheetData>')],
          more={'[Content_Types].xml': types('xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'), 'xl/vbaProject.bin': b'\0' * 64})
    excel('excel-shared-formula.xlsx', [('Sums', '', '<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>20</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/><v>40</v></c></row><row r="3"><c r="A3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B3"><f>SUM(A1:A2)</f></c></row></sheetData>')])


def openpyxl_files():
    import openpyxl
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = 'Invoices'
    sheet.append(['Invoice', 'Date', 'Net', 'VAT', 'Hours', 'Postcode', 'Paid'])
    sheet.append(['A-1', datetime.date(2024, 2, 29), 1234.5, 0.19, datetime.timedelta(hours=30, minutes=15), 1067, True])
    sheet.append(['A-2', datetime.datetime(2024, 3, 1, 14, 5), -99.995, 0.07, datetime.time(8, 30), 80331, False])
    for row in (2, 3):
        for column, code in (('C', '#,##0.00\\ [$€-407]'), ('D', '0%'), ('F', '00000')):
            sheet[f'{column}{row}'].number_format = code
    sheet['B2'].number_format = 'dd.mm.yyyy'
    sheet['B3'].number_format = 'yyyy-mm-dd hh:mm'
    sheet['E2'].number_format = '[h]:mm'
    sheet['E3'].number_format = 'hh:mm'
    book.save(HERE / 'openpyxl-invoices.xlsx')
    book = openpyxl.Workbook()
    sheet = book.active
    sheet['A1'], sheet['B1'], sheet['A2'], sheet['B2'], sheet['A3'], sheet['B3'] = 'Item', 'Price', 'Chair', 45, 'Total', '=SUM(B2:B2)'
    book.save(HERE / 'openpyxl-formulas.xlsx')
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active['A1'] = datetime.date(2020, 1, 2)
    book.save(HERE / 'openpyxl-1904.xlsx')
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Q1 'Plan' & <Ideas>"
    sheet['A1'] = 'Region'
    sheet['B1'] = 'Sales 2024'
    sheet.merge_cells('B1:C1')
    sheet['B2'], sheet['C2'] = 'units', 'EUR'
    sheet.append(['North', 3, 400])
    sheet.append(['South', 5, 700])
    sheet['A3'].comment = Comment('Includes the islands', 'Ada')
    other = book.create_sheet('年度計畫')
    other['C7'] = 'lonely cell'
    hidden = book.create_sheet('Hidden')
    hidden.sheet_state = 'hidden'
    hidden['A1'] = 'from the hidden sheet'
    sheet.column_dimensions['C'].hidden = True
    book.save(HERE / 'openpyxl-merged-comments.xlsx')
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet('Stream')
    for at in range(400):
        sheet.append([f'row {at}', at / 8, None, datetime.date(2024, 1, 1) + datetime.timedelta(days=at)])
    book.save(HERE / 'openpyxl-write-only.xlsx')
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (('Month', 'Units'), ('Jan', 5), ('Feb', 7)):
        sheet.append(row)
    chart = BarChart()
    chart.title = 'Units by month'
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, 'E2')
    book.save(HERE / 'openpyxl-chart.xlsx')
    book = openpyxl.Workbook()
    book.active['XFD100000'] = 'far corner'
    book.active['A1'] = 'near corner'
    book.save(HERE / 'openpyxl-sparse.xlsx')


def python_docx_files():
    import docx as python_docx
    document = python_docx.Document()
    document.add_heading('Staff handbook', 0)
    document.add_heading('Holidays', 1)
    document.add_paragraph('Everyone has 25 days.')
    document.add_paragraph('First point', style='List Number')
    document.add_paragraph('Second point', style='List Number')
    document.add_paragraph('A bullet point', style='List Bullet')
    document.add_heading('Carry-over', 2)
    table = document.add_table(rows=1, cols=3)
    for at, text in enumerate(('Year', 'Days', 'Until')):
        table.rows[0].cells[at].text = text
    for year in range(2000, 2060):
        cells = table.add_row().cells
        cells[0].text, cells[1].text, cells[2].text = str(year), '5', '31 March'
    section = document.sections[0]
    section.header.paragraphs[0].text = 'Example Ltd, internal'
    section.footer.paragraphs[0].text = 'Version 7'
    import io
    document.add_picture(io.BytesIO(PNG))
    document.save(HERE / 'python-docx-handbook.docx')
    document = python_docx.Document()
    table = document.add_table(rows=3, cols=3)
    table.cell(0, 0).merge(table.cell(0, 2)).text = 'Merged title'
    table.cell(1, 0).text, table.cell(1, 1).text, table.cell(1, 2).text = 'Name', 'Room', 'Phone'
    table.cell(2, 0).text, table.cell(2, 1).text = 'Ada', '12'
    inner = table.cell(2, 2).add_table(rows=1, cols=2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = 'desk 11', 'mobile 22'
    document.save(HERE / 'python-docx-merged.docx')


# OpenDocument, by LibreOffice and odfpy -----------------------------------------------------------------------------

FLAT = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.{kind}">{styles}<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>'
)


def flat(kind, body, styles=''):
    return FLAT.format(kind=kind, body=body, styles=styles)


def writer_source():
    p = lambda text, name='Standard': f'<text:p text:style-name="{name}">{text}</text:p>'
    h = lambda n, text: f'<text:h text:style-name="Heading_20_{n}" text:outline-level="{n}">{text}</text:h>'
    c = lambda text, more='': f'<table:table-cell office:value-type="string"{more}>{p(text)}</table:table-cell>'
    r = lambda *cells: f'<table:table-row>{"".join(cells)}</table:table-row>'
    styles = (
        '<office:styles><style:style style:name="Standard" style:family="paragraph"/>'
        + ''.join(f'<style:style style:name="Heading_20_{n}" style:display-name="Heading {n}" style:family="paragraph" style:default-outline-level="{n}"/>' for n in (1, 2))
        + '<text:list-style style:name="Numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style></office:styles>'
        '<office:automatic-styles><style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>'
        '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm"><style:header>' + p('Header of the pages') + '</style:header><style:footer>' + p('Footer of the pages') + '</style:footer></style:master-page></office:master-styles>'
    )
    body = (
        '<text:tracked-changes><text:changed-region xml:id="ct1" text:id="ct1"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2024-01-01T00:00:00</dc:date></office:change-info>'
        + p('REMOVEDWORDS') + '</text:deletion></text:changed-region></text:tracked-changes>'
        + h(1, 'Travel') + p('Trains <text:change text:change-id="ct1"/>first<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        + p('Unless slower.') + '</text:note-body></text:note>, planes<text:s text:c="2"/>second<text:tab/>always.')
        + p('A comment<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-01-01T00:00:00</dc:date>' + p('Check this figure') + '</office:annotation> is here, <text:a xlink:type="simple" xlink:href="https://example.org/">a link</text:a> too, café &amp; thé.')
        + h(2, 'Rates')
        + '<table:table table:name="Rates"><table:table-column table:number-columns-repeated="3"/><table:table-header-rows>' + r(c('Country'), c('Day rate'), c('Night')) + '</table:table-header-rows>'
        + r(c('Norway'), c('51'), c('107')) + r(c('Chad', ' table:number-columns-spanned="2"'), '<table:covered-table-cell/>', c('33')) + '</table:table>'
        + '<text:list text:style-name="Numbers"><text:list-item>' + p('Book early.') + '</text:list-item><text:list-item>' + p('Keep the ticket.') + '</text:list-item></text:list>'
        + p('<draw:frame draw:name="Box" text:anchor-type="paragraph" svg:width="5cm" svg:height="2cm"><draw:text-box>' + p('Words in a box.') + '</draw:text-box></draw:frame>Around.')
    )
    return flat('text', body, styles)


def calc_source():
    cell = lambda kind, value, style='', text='': f'<table:table-cell office:value-type="{kind}" {style} ' + {
        'string': '', 'float': f'office:value="{value}"', 'date': f'office:date-value="{value}"', 'time': f'office:time-value="{value}"',
        'percentage': f'office:value="{value}"', 'currency': f'office:value="{value}" office:currency="EUR"', 'boolean': f'office:boolean-value="{value}"'}[kind] + f'><text:p>{text or value}</text:p></table:table-cell>'
    st = lambda name: f'table:style-name="{name}"'
    formula = lambda f, v: f'<table:table-cell table:formula="of:={f}" office:value-type="float" office:value="{v}"><text:p>{v}</text:p></table:table-cell>'
    styles = (
        '<office:automatic-styles>'
        '<number:date-style style:name="N1"><number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style>'
        '<number:time-style style:name="N2" number:truncate-on-overflow="false"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>'
        '<number:percentage-style style:name="N3"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>'
        '<number:boolean-style style:name="N6"><number:boolean/></number:boolean-style>'
        '<number:number-style style:name="N4"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>'
        '<number:number-style style:name="N5"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><number:text> EUR</number:text></number:number-style>'
        + ''.join(f'<style:style style:name="c{n}" style:family="table-cell" style:data-style-name="N{n}"/>' for n in range(1, 7)) + '</office:automatic-styles>'
    )
    row = lambda *cells: f'<table:table-row>{"".join(cells)}</table:table-row>'
    body = (
        '<table:table table:name="Costs">' + row(*(cell('string', t) for t in ('Day', 'Duration', 'Share', 'Code', 'Amount', 'Done')))
        + row(cell('date', '2024-02-29', st('c1'), '29.02.2024'), cell('time', 'PT30H15M00S', st('c2'), '30:15'), cell('percentage', '0.125', st('c3'), '12.5%'), cell('float', '1067', st('c4'), '01067'), cell('float', '1234.5', st('c5'), '1,234.50 EUR'), cell('boolean', 'true', st('c6'), 'TRUE'))
        + row(cell('string', 'sum'), '<table:table-cell/>', '<table:table-cell/>', '<table:table-cell/>', formula('SUM([.E2:.E2])*2', 2469), formula('1/0', 0))
        + '<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>'
        '<table:table table:name="Second sheet">' + row('<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>twice</text:p></table:table-cell>', '<table:table-cell office:value-type="string"><office:annotation><text:p>Note on a cell</text:p></office:annotation><text:p>noted</text:p></table:table-cell>') + '</table:table>'
    )
    return flat('spreadsheet', body, styles)


def impress_source():
    p = lambda text: f'<text:p>{text}</text:p>'
    frame = lambda kind, text: f'<draw:frame presentation:style-name="M-{kind}" presentation:class="{kind}" svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="4cm"><draw:text-box>{p(text)}</draw:text-box></draw:frame>'
    slide = lambda name, *inner: f'<draw:page draw:name="{name}" draw:master-page-name="M">{"".join(inner)}</draw:page>'
    styles = '<office:styles/><office:automatic-styles>' + ''.join(f'<style:style style:name="M-{kind}" style:family="presentation"/>' for kind in ('title', 'subtitle', 'notes')) + '<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="P"/></office:master-styles>'
    notes = '<presentation:notes>' + frame('notes', 'Smile at the audience') + '</presentation:notes>'
    tab = '<draw:frame svg:x="1cm" svg:y="8cm" svg:width="20cm" svg:height="4cm"><table:table><table:table-column/><table:table-column/><table:table-row><table:table-cell>' + p('Quarter') + '</table:table-cell><table:table-cell>' + p('Revenue') + '</table:table-cell></table:table-row><table:table-row><table:table-cell>' + p('Q1') + '</table:table-cell><table:table-cell>' + p('4 million') + '</table:table-cell></table:table-row></table:table></draw:frame>'
    return flat('presentation', slide('one', frame('title', 'Opening slide'), frame('subtitle', 'Welcome all'), notes) + slide('two', frame('title', 'Figures'), tab), styles)


def libreoffice_files():
    convert('text.fodt', writer_source(), ('libreoffice-writer.odt', 'odt'), ('libreoffice-writer.docx', 'docx:MS Word 2007 XML'),
            ('libreoffice-writer.rtf', 'rtf:Rich Text Format'), ('libreoffice-writer.pdf', 'pdf'), ('libreoffice-writer.html', 'html'))
    convert('sheet.fods', calc_source(), ('libreoffice-calc.ods', 'ods'), ('libreoffice-calc.xlsx', 'xlsx:Calc MS Excel 2007 XML'), ('libreoffice-calc.pdf', 'pdf'))
    convert('slides.fodp', impress_source(), ('libreoffice-impress.odp', 'odp'), ('libreoffice-impress.pptx', 'pptx'))
    convert('list.csv', 'Town,Opened,Share\nZürich,2024-02-29,12.5%\n"Bern, old",1999-12-31,7%\n', ('libreoffice-from-csv.xlsx', 'xlsx:Calc MS Excel 2007 XML'), ('libreoffice-from-csv.ods', 'ods'))
    page = '<html><meta charset="utf-8"><body><h1>Canteen</h1><p>Open at noon.</p><ul><li>Soup</li><li>Salad</li></ul><table border="1"><tr><th>Day</th><th>Dish</th></tr><tr><td>Mon</td><td>Curry</td></tr></table></body></html>'
    convert('page.html', page, ('libreoffice-from-html.docx', 'docx:MS Word 2007 XML'), ('libreoffice-from-html.odt', 'odt'), ('libreoffice-from-html.rtf', 'rtf:Rich Text Format'))


def libreoffice_from_others():
    convert('chart.xlsx', (HERE / 'openpyxl-chart.xlsx').read_bytes(), ('libreoffice-chart.ods', 'ods'))
    convert('pictures.docx', (HERE / 'python-docx-handbook.docx').read_bytes(), ('libreoffice-handbook.odt', 'odt'), ('libreoffice-handbook.rtf', 'rtf:Rich Text Format'))


def odf_by_hand():
    kind = 'application/vnd.oasis.opendocument.text'
    space = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    head = (space + ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
            'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"')
    tab = ('<table:table><table:table-row><table:table-cell><text:p>Team</text:p></table:table-cell><table:table-cell><text:p>Person</text:p></table:table-cell></table:table-row>'
           '<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>Blue</text:p></table:table-cell><table:table-cell><text:p>Ada</text:p></table:table-cell></table:table-row>'
           '<table:table-row><table:covered-table-cell/><table:table-cell><text:p>Grace</text:p></table:table-cell></table:table-row></table:table>')
    body = ('<text:p>Area: <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> and <draw:frame><svg:title>Site plan</svg:title><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>'
            '<text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby></text:p>' + tab)
    math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>A</mi><mo>=</mo><mfrac><mi>b</mi><mn>2</mn></mfrac></mrow><annotation encoding="StarMath 5.0">A = b over 2</annotation></semantics></math>'
    archive('odt-formula-spans.odt', {
        'content.xml': f'{HEAD}<office:document-content {head}><office:body><office:text>{body}</office:text></office:body></office:document-content>',
        'Object 1/content.xml': f'{HEAD}{math}',
        'META-INF/manifest.xml': f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    }, kind)


def odfpy_files():
    from odf import draw, office, style as odf_style, table as odf_table, text as odf_text
    from odf.opendocument import OpenDocumentSpreadsheet, OpenDocumentText
    document = OpenDocumentText()
    document.text.addElement(odf_text.H(outlinelevel=1, text='Fire drill'))
    document.text.addElement(odf_text.P(text='Meet at the north gate.'))
    listed = odf_text.List()
    for words in ('Take the stairs', 'Close the doors'):
        item = odf_text.ListItem()
        item.addElement(odf_text.P(text=words))
        listed.addElement(item)
    document.text.addElement(listed)
    document.save(HERE / 'odfpy-text.odt')
    document = OpenDocumentSpreadsheet()
    sheet = odf_table.Table(name='Keys')
    for cells in (('Room', 'Holder'), ('12', 'Ada'), ('13', 'Grace')):
        row = odf_table.TableRow()
        for value in cells:
            each = odf_table.TableCell(valuetype='string')
            each.addElement(odf_text.P(text=value))
            row.addElement(each)
        sheet.addElement(row)
    number = odf_table.TableRow()
    number.addElement(odf_table.TableCell(valuetype='float', value='12.5'))
    sheet.addElement(number)
    document.spreadsheet.addElement(sheet)
    document.save(HERE / 'odfpy-sheet.ods')


# Rich Text Format -----------------------------------------------------------------------------------------------------

def rtf_files():
    save('rtf-code-pages.rtf', b"{\\rtf1\\ansi\\ansicpg1251\\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}{\\f1\\fcharset128 MS Gothic;}{\\f2\\fcharset0 Arial;}{\\f3\\fcharset2 Symbol;}}"
         b"\\f0 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\par\\f1 \\'93\\'8c\\'8b\\'9e\\par\\f2 caf\\'e9 \\endash  \\ldblquote quoted\\rdblquote\\par \\f3 a\\f2 -rays\\par}")
    save('rtf-unicode.rtf', b"{\\rtf1\\ansi\\ansicpg1252\\uc1 Stra\\u223?e \\u-10179?\\u-8704? {\\uc2\\u24180\\'a6\\'7e\\u24230\\'ab\\'d7} {\\uc0\\u8364}50 back\\\\slash \\{braces\\} non\\~break soft\\-ware twenty\\_one\\par{\\upr{ansi only}{\\*\\ud{wide \\u8364?}}}\\par}")
    save('rtf-table.rtf', b"{\\rtf1\\ansi Prices\\par\\trowd\\cellx1000\\cellx2000\\intbl Item\\cell Price\\cell\\row\\trowd\\cellx1000\\cellx2000\\intbl Chair\\cell 45\\cell\\row\\trowd\\cellx1000\\cellx2000\\intbl\\par two\\par lines\\cell {\\itap2 inner one\\nestcell inner two\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}}\\cell\\row\\pard After the table.\\par}")
    picture = PNG.hex().encode()
    save('rtf-picture-binary.rtf', b"{\\rtf1\\ansi{\\*\\generator Riched20 10.0.19041;}{\\info{\\title NOTSHOWN}}{\\stylesheet{\\s1 NOSTYLE;}}Before {\\*\\shppict{\\pict\\pngblip " + picture + b"}}{\\nonshppict{\\pict\\wmetafile8 010009}}after {\\pict\\pngblip\\bin9 }}{\\\\{{{} }the binary.\\par{\\object\\objemb{\\*\\objdata 0105000002}{\\result shown result}}\\par{\\field{\\*\\fldinst HYPERLINK \"https://x.example\"}{\\fldrslt linked words}}\\par{\\*\\unknowndest HIDDENJUNK}\\v hidden text\\v0\\par}")
    save('rtf-textedit.rtf', "{\\rtf1\\ansi\\ansicpg1252\\cocoartf2639\n\\cocoatextscaling0{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}\n{\\colortbl;\\red255\\green255\\blue255;}\n\\pard\\f0\\fs24 \\cf0 Dear team,\\\n\\\nlunch is at noon.\\\n\\pard\\li720{\\listtext\t\\uc0\\u8226 \t}first thing\\\n}")
    save('rtf-headings-notes.rtf', b"{\\rtf1\\ansi{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2\\sbasedon0 Titre 2;}}{\\header\\pard Page header words\\par}{\\footer\\pard Page footer words\\par}\\pard\\s1\\outlinelevel0 Safety\\par\\pard\\plain Wear a helmet{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} Blue ones are for guests.}.\\par{\\deleted\\revised0 struck out}{\\revised inserted words}\\par{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt \\pard boxed words\\par}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext\\pard boxed words\\par}}}}\\par{\\*\\atnid ADA}{\\*\\annotation\\pard A remark aside.}\\par}")


# E-mail ---------------------------------------------------------------------------------------------------------------

def message(subject, sender='Ada Lovelace <ada@example.org>', to='Grace Hopper <grace@example.com>', date='Thu, 29 Feb 2024 10:15:00 +0100'):
    mail = email.message.EmailMessage()
    mail['From'], mail['To'], mail['Subject'], mail['Date'], mail['Message-ID'] = sender, to, subject, date, '<1@example.org>'
    return mail


def mail_files():
    mail = message('Réunion de l’équipe: 年度計畫', sender='Zoë Müller <zoe@example.org>')
    mail['Cc'] = 'Team <team@example.com>, boss@example.com'
    mail.set_content('Bonjour,\n\nla réunion est à midi – à l’étage.\n' + 'Une très longue ligne sans fin ' * 8, cte='quoted-printable')
    save('email-quoted-printable.eml', mail.as_bytes())
    mail = message('Report attached')
    mail.set_content('Plain words of the report.')
    mail.add_alternative('<html><body><p>HTML words of the report.</p></body></html>', subtype='html')
    mail.add_attachment(b'%PDF-1.4 secretinside', maintype='application', subtype='pdf', filename='Übersicht 2024.pdf')
    mail.add_attachment('a,b\n1,2\n', subtype='csv', filename='figures.csv')
    save('email-attachments.eml', mail.as_bytes())
    mail = message('Only HTML')
    mail.set_content('<html><head><style>p{color:red}</style></head><body><h1>Offer</h1><p>Chairs at <b>45&nbsp;€</b></p><table><tr><td>Chair</td><td>45</td></tr></table><script>x()</script></body></html>', subtype='html')
    save('email-html.eml', mail.as_bytes())
    inner = message('The original subject', date='Wed, 28 Feb 2024 09:00:00 +0000')
    inner.set_content('Words of the forwarded message.')
    mail = message('Fwd: The original subject')
    mail.set_content('See below.')
    mail.add_attachment(inner)
    save('email-forwarded.eml', mail.as_bytes())
    save('email-japanese.eml', ('From: =?ISO-2022-JP?B?' + __import__('base64').b64encode('山田太郎'.encode('iso-2022-jp')).decode() + '?= <yamada@example.jp>\r\nTo: a@example.org\r\nSubject: =?ISO-2022-JP?B?'
         + __import__('base64').b64encode('会議のお知らせ'.encode('iso-2022-jp')).decode() + '?=\r\nContent-Type: text/plain; charset=ISO-2022-JP\r\nContent-Transfer-Encoding: 7bit\r\n\r\n').encode() + '明日の会議は十時です。\r\n'.encode('iso-2022-jp'))
    part = email.mime.text.MIMEText('Привет из Москвы', 'plain', 'koi8-r')
    part['From'], part['To'], part['Subject'], part['Date'] = 'ivan@example.ru', 'ada@example.org', 'Письмо', 'Fri, 1 Mar 2024 08:00:00 +0300'
    save('email-koi8.eml', part.as_bytes())
    save('email-bare.eml', b'From: ada@example.org\nTo: grace@example.com\nSubject: Bare\nDate: Fri, 1 Mar 2024 08:00:00 +0000\n\nJust a line feed and no MIME.\n')
    mail = message('With a picture inside')
    mail.set_content('<p>See <img src="cid:logo" alt="our logo"> here.</p>', subtype='html')
    mail.add_related(PNG, 'image', 'png', cid='<logo>', filename='logo.png')
    save('email-inline-picture.eml', mail.as_bytes())
    save('email-exported.eml', b'Delivered-To: grace@example.com\r\nReceived: by 2002:a05:7300 with SMTP id x;\r\n        Thu, 29 Feb 2024 01:15:00 -0800 (PST)\r\nARC-Seal: i=1; a=rsa-sha256; t=1709198100; b=SEALSEAL\r\nDKIM-Signature: v=1; a=rsa-sha256; b=SIGNATURE\r\nFrom: "Lovelace, Ada" <ada@example.org>\r\nTo: undisclosed-recipients:;\r\nSubject: =?utf-8?q?Kosten_f=C3=BCr_?=\r\n =?utf-8?q?M=C3=A4rz?=\r\nDate: Thu, 29 Feb 2024 10:15:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset="utf-8"; format=flowed; delsp=yes\r\nContent-Transfer-Encoding: base64\r\n\r\n' + __import__('base64').encodebytes('Die Kosten stiegen um 3 %.'.encode()))


# Text, tables and pages ------------------------------------------------------------------------------------------------

def text_files():
    save('excel-unicode-text.tsv', 'Name\tOrt\r\nJürgen\tKöln\r\n'.encode('utf-16'))
    save('excel-german.csv', 'Artikel;Preis;Menge\r\n"Stuhl; blau";45,50;2\r\nTisch;1.200,00;1\r\n'.encode('cp1252'))
    save('excel-utf8-mark.csv', '\ufeffsep=;\r\nName;Town\r\nZoë;Málaga\r\n')
    save('quoted-lines.csv', 'id,note\n1,"first line\nsecond line, with ""quotes"""\n2,plain\n')
    save('windows-1252.txt', 'Die Büros in Zürich öffnen um 9 – täglich außer samstags.\r\n'.encode('cp1252'))
    save('utf-16.txt', 'Notepad called this Unicode: Ærø, 東京.\r\n'.encode('utf-16'))
    save('shift-jis.txt', '東京本社の営業時間は午前九時から午後五時までです。休日は土曜日と日曜日です。\r\n'.encode('cp932'))
    save('old-page.html', '<html><head><meta charset="iso-8859-1"><title>x</title></head><body><h2>Öffnung</h2><p>Täglich ab 9&nbsp;Uhr.</p><p hidden>nicht da</p></body></html>'.encode('latin-1'))
    save('notes.md', '# Plan\n\n## Goals\n\n- Ship **it**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')
    save('data.json', '{"opening": "nine", "days": ["Mon", "Tue"]}')


if __name__ == '__main__':
    for make in (word_files, excel_files, openpyxl_files, python_docx_files, libreoffice_files, libreoffice_from_others, odf_by_hand, odfpy_files, rtf_files, mail_files, text_files):
        make()
