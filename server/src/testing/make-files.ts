import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** Files of every format that attachments may have, as small as their formats allow. */

type PdfOptions = {
  /** Written as codes of a predefined character map, as many Chinese files are, instead of Latin letters. */
  readonly bigFive?: readonly Uint8Array[];
  /** Asks for a password before it shows anything. */
  readonly isEncrypted?: boolean;
  /** The bytes that the first page's stream inflates to, instead of text. */
  readonly inflatesTo?: number;
  /** Operators for each page in front of its text; `/Im` is a picture, `/Fm` a form that draws it. */
  readonly drawn?: readonly string[];
  /** The width and height of the picture, in pixels. */
  readonly pictureSide?: number;
};

/** A PDF with one page for each list of lines. */
export function makePdf(
  pages: readonly (readonly string[])[],
  { bigFive = [], isEncrypted = false, inflatesTo, drawn = [], pictureSide = 2 }: PdfOptions = {},
): Uint8Array {
  const objects: Buffer[] = [];
  const add = (text: string | Buffer) => objects.push(Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));
  const count = Math.max(pages.length, bigFive.length, 1);
  const firstPage = 6;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, at) => `${firstPage + at * 2} 0 R`).join(' ')}] >>`,
  );
  add(
    bigFive.length > 0
      ? '<< /Type /Font /Subtype /Type0 /BaseFont /MingLiU /Encoding /ETen-B5-H /DescendantFonts [4 0 R] >>'
      : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  );
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /MingLiU /CIDSystemInfo << /Registry (Adobe) /Ordering (CNS1) /Supplement 0 >> /FontDescriptor 5 0 R >>',
  );
  add(
    '<< /Type /FontDescriptor /FontName /MingLiU /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  for (let at = 0; at < count; at++) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${firstPage + count * 2} 0 R /Fm ${firstPage + count * 2 + 1} 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
    );
    const written = bigFive[at];
    const lines =
      written === undefined
        ? (pages[at] ?? []).map((line) => `(${line.replace(/[\\()]/g, '\\$&')})`)
        : [`<${Buffer.from(written).toString('hex')}>`];
    const text = Buffer.from(
      `${drawn[at] ?? ''} BT /F1 12 Tf 14 TL 72 770 Td ${lines.map((line) => `${line} Tj T*`).join(' ')} ET`,
      'latin1',
    );
    const stream = deflateSync(at === 0 && inflatesTo !== undefined ? Buffer.alloc(inflatesTo, ' ') : text);
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  // Each row is told from the one above it, which takes a while to undo.
  const rows = Buffer.alloc((pictureSide + 1) * pictureSide);
  for (let row = 0; row < pictureSide; row++) rows[row * (pictureSide + 1)] = 4;
  const picture = deflateSync(rows);
  add(
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${pictureSide} /Height ${pictureSide} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${pictureSide} >> /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
  );
  add(
    `<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [595 0 0 842 0 0] /Resources << /XObject << /Im ${firstPage + count * 2} 0 R >> >> /Length 6 >>\nstream\n/Im Do\nendstream`,
  );
  const noise = 'ab'.repeat(32);
  const encryption = isEncrypted
    ? ` /ID [<${noise}> <${noise}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${noise}> /U <${noise}> >>`
    : '';
  return assemble(objects, encryption);
}

function assemble(objects: readonly Buffer[], trailer: string): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, at) => {
    offsets.push(length);
    push(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  );
const types = (main: string, type: string) =>
  xml(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
  );

type Parts = Record<string, Uint8Array>;

/** Empty parts are stored: compressing ten thousand of them would first allocate as many tables. */
const zipOf = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.length > 0 ? bytes : [bytes, { level: 0 }]]),
    ),
  );

/** A document of headings and paragraphs. `more` are further parts, also instead of its own. */
export function makeDocx(
  blocks: readonly { readonly heading?: string; readonly text?: string }[],
  more: Parts = {},
): Uint8Array {
  const paragraphs = blocks.map(({ heading, text }) =>
    heading === undefined
      ? `<w:p><w:r><w:t>${escape(text ?? '')}</w:t></w:r></w:p>`
      : `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${escape(heading)}</w:t></w:r></w:p>`,
  );
  const style = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>';
  const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return zipOf({
    '[Content_Types].xml': types('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationships([['rId1', 'styles', 'styles.xml']]),
    'word/styles.xml': xml(`<w:styles ${namespace}>${style}</w:styles>`),
    'word/document.xml': xml(`<w:document ${namespace}><w:body>${paragraphs.join('')}</w:body></w:document>`),
    ...more,
  });
}

/** A workbook of one sheet; dates and numbers are written as text. */
export function makeXlsx(sheet: string, rows: readonly (readonly string[])[], more: Parts = {}): Uint8Array {
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const letters = 'ABCDEFGHIJ';
  const cells = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((cell, column) => `<c r="${letters[column]}${at + 1}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`).join('')}</row>`,
  );
  return zipOf({
    '[Content_Types].xml': types('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationships([['rId1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/workbook.xml': xml(
      `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<worksheet ${namespace}><sheetData>${cells.join('')}</sheetData></worksheet>`),
    ...more,
  });
}

type Slide = { readonly title: string; readonly text: string; readonly notes?: string };

/** A presentation. Its slides lie in their files in the opposite order of the one they are shown in. */
export function makePptx(slides: readonly Slide[], more: Parts = {}): Uint8Array {
  const namespaces =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const shape = (place: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${place}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const page = (element: string, shapes: string) =>
    xml(`<p:${element} ${namespaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${element}>`);
  const fileOf = (at: number) => slides.length - at;
  const parts: Parts = {};
  slides.forEach(({ title, text, notes }, at) => {
    parts[`ppt/slides/slide${fileOf(at)}.xml`] = page('sld', shape('title', title) + shape('body', text));
    if (notes === undefined) return;
    parts[`ppt/slides/_rels/slide${fileOf(at)}.xml.rels`] = relationships([
      ['rId1', 'notesSlide', `../notesSlides/notesSlide${fileOf(at)}.xml`],
    ]);
    parts[`ppt/notesSlides/notesSlide${fileOf(at)}.xml`] = page('notes', shape('body', notes) + shape('sldNum', '7'));
  });
  return zipOf({
    '[Content_Types].xml': types('ppt/presentation.xml', 'presentationml.presentation'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': xml(
      `<p:presentation ${namespaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, at) => [`rId${at + 1}`, 'slide', `slides/slide${fileOf(at)}.xml`] as const),
    ),
    ...parts,
    ...more,
  });
}

/** The head of a PNG of a size; there is nothing in it. */
export function makePng(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
