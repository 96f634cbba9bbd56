import { strToU8, zipSync } from 'fflate';
import { makeDocx, makePptx, makeXlsx } from '../../testing/make-files.ts';
import { ExtractionFailure, type Section } from './document.ts';
import { readDocx } from './read-docx.ts';
import { readOdp } from './read-odp.ts';
import { readOds } from './read-ods.ts';
import { readOdt } from './read-odt.ts';
import { readPptx } from './read-pptx.ts';
import { readXlsx } from './read-xlsx.ts';

const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
  return 'read';
};
const linesOf = (sections: readonly Section[]) =>
  sections.flatMap((section) => {
    if ('content' in section) return section.content.split('\n').filter((line) => line !== '');
    return 'rows' in section ? [section.header, ...section.rows].filter((line) => line !== '') : [];
  });

describe('workbooks', () => {
  const sheet = (inner: string) =>
    makeXlsx('a', [], { 'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${inner}</worksheet>`) });
  const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

  test('what lies far apart is close in the table, whatever the sheet says of its size', () => {
    const far = `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', 'x')}</row><row r="1048576">${cell('XFD1048576', 'y')}</row></sheetData>`;
    expect(linesOf(readXlsx(sheet(far)))).toEqual(['x', ' | y']);
  });

  test('too many places between cells are too many', () => {
    const columns = Array.from({ length: 26 * 26 }, (_, at) => String.fromCharCode(65 + at / 26, 65 + (at % 26)));
    const wide = `<row r="1">${columns.map((name) => cell(`${name}1`, 'x')).join('')}</row>`;
    const last = Array.from({ length: 7_400 }, (_, at) => `<row r="${at + 2}">${cell(`ZZ${at + 2}`, 'x')}</row>`);
    expect(codeOf(() => readXlsx(sheet(`<sheetData>${wide}${last.join('')}</sheetData>`)))).toBe('file_too_complex');
  });

  test('addresses that are wrong or missing cost no cell', () => {
    const row = `<sheetData><row r="x"><c r="?" t="inlineStr"><is><t>one</t></is></c><c t="inlineStr"><is><t>two</t></is></c></row><row r="-4">${cell('B9', 'three')}</row><row r="99999999999">${cell('ZZZ1', 'four')}</row></sheetData>`;
    expect(linesOf(readXlsx(sheet(row))).join('\n')).toMatch(/one \| two\n \| three/);
  });

  test('a merged label stands in each of its rows, but in none behind', () => {
    const rows = `<sheetData><row r="1">${cell('A1', 'Team')}${cell('B1', 'Person')}</row><row r="2">${cell('A2', 'Blue')}${cell('B2', 'Ada')}</row><row r="3">${cell('B3', 'Grace')}</row><row r="4">${cell('B4', 'Linus')}</row></sheetData><mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="nonsense"/></mergeCells>`;
    expect(linesOf(readXlsx(sheet(rows)))).toEqual(['Team | Person', 'Blue | Ada', 'Blue | Grace', ' | Linus']);
  });

  test('cells that are merged over the same rows again and again', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, 'x')}</row>`);
    const merges = '<mergeCell ref="A1:A1048576"/>'.repeat(2_000);
    const inner = `<sheetData>${rows.join('')}</sheetData><mergeCells>${merges}</mergeCells>`;
    expect(codeOf(() => readXlsx(sheet(inner)))).toBe('file_too_complex');
  });

  test('how an inline string is pronounced is no part of it', () => {
    const inner = '<is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is>';
    expect(linesOf(readXlsx(sheet(`<sheetData><row><c t="inlineStr">${inner}</c></row></sheetData>`)))).toEqual([
      '東京',
    ]);
  });

  test('a formula that nobody calculated is the formula, an empty cell nothing', () => {
    const rows = `<sheetData><row r="1"><c r="A1"><f>SUM(B1:B9)</f></c><c r="B1"/><c r="C1" t="str"><f>"a"&amp;B1</f><v></v></c><c r="D1" t="s"><v>7</v></c></row></sheetData>`;
    expect(linesOf(readXlsx(sheet(rows)))).toEqual(['=SUM(B1:B9) | ="a"&B1']);
  });

  test('a workbook without a list of sheets is damaged, one of charts alone has no text', () => {
    expect(codeOf(() => readXlsx(makeXlsx('a', [], { 'xl/workbook.xml': strToU8('<workbook/>') })))).toBe(
      'file_unreadable',
    );
    const parts = {
      'xl/worksheets/_rels/sheet1.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/drawing" Target="../drawings/d.xml"/></Relationships>',
      ),
      'xl/drawings/d.xml': strToU8(
        '<wsDr><pic><nvPicPr><cNvPr id="1" name="Logo" descr="Our logo"/></nvPicPr></pic></wsDr>',
      ),
    };
    expect(readXlsx(makeXlsx('a', [], parts))).toEqual([]);
    expect(linesOf(readXlsx(makeXlsx('a', [['x']], parts)))).toEqual(['x', '[picture: Our logo]']);
  });
});

describe('documents', () => {
  const body = (inner: string, more: Record<string, Uint8Array> = {}) =>
    makeDocx([], { 'word/document.xml': strToU8(`<w:document><w:body>${inner}</w:body></w:document>`), ...more });
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

  test('the code of a field that never ends does not swallow what follows', () => {
    const open = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
    expect(linesOf(readDocx(body(`<w:p>${run('a')}${open}${run('CODE')}</w:p><w:p>${run('b')}</w:p>`)))).toEqual([
      'a',
      'b',
    ]);
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    expect(linesOf(readDocx(body(`<w:p>${end}${end}${run('c')}</w:p>`)))).toEqual(['c']);
    const whole = `${open}${run('CODE')}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('result')}${end}`;
    expect(linesOf(readDocx(body(`<w:p>${open}</w:p><w:p>${end}${whole}</w:p>`)))).toEqual(['result']);
  });

  test('notes that name each other are each read once', () => {
    const note = (id: number, other: number) =>
      `<w:footnote w:id="${id}"><w:p>${run(`note ${id}`)}<w:r><w:footnoteReference w:id="${other}"/></w:r></w:p></w:footnote>`;
    const more = {
      'word/_rels/document.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Type="x/footnotes" Target="footnotes.xml"/></Relationships>',
      ),
      'word/footnotes.xml': strToU8(`<w:footnotes>${note(1, 2)}${note(2, 1)}</w:footnotes>`),
    };
    const text = linesOf(readDocx(body('<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>', more))).join('\n');
    for (const words of ['note 1', 'note 2']) expect(text.split(words)).toHaveLength(2);
  });

  test('a lower level begins anew below the next item, and a list that restarts from where it says', () => {
    const level = (at: number, kind: string, text: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${kind}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const number = (id: number, more = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${more}</w:num>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'upperLetter', '%1)')}${level(1, 'lowerRoman', '%1.%2')}${level(12, 'decimal', '%1')}</w:abstractNum>${number(1)}${number(2, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="27"/></w:lvlOverride>')}</w:numbering>`;
    const more = {
      'word/_rels/document.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Type="x/numbering" Target="numbering.xml"/></Relationships>',
      ),
      'word/numbering.xml': strToU8(numbering),
    };
    const item = (list: number, at: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run('x')}</w:p>`;
    const items = [item(1, 0), item(1, 1), item(1, 1), item(1, 0), item(1, 1), item(2, 0), item(1, 0), item(1, 12)];
    expect(linesOf(readDocx(body(items.join(''), more)))).toEqual([
      'A) x',
      'A.i x',
      'A.ii x',
      'B) x',
      'B.i x',
      'AA) x',
      'C) x',
      'x',
    ]);
  });

  test('styles that are based on each other, and numbers that no list has', () => {
    const style = (id: string, base: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${base}"/></w:style>`;
    const paragraph = `<w:p><w:pPr><w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="99999999"/><w:numId w:val="7"/></w:numPr></w:pPr>${run('text')}</w:p>`;
    const more = { 'word/styles.xml': strToU8(`<w:styles>${style('A', 'B')}${style('B', 'A')}</w:styles>`) };
    expect(linesOf(readDocx(body(paragraph, more)))).toEqual(['text']);
  });

  test('a table of one column arranges its page; a span of any width costs 63 columns at most', () => {
    const cell = (text: string, properties = '') => `<w:tc>${properties}<w:p>${run(text)}</w:p></w:tc>`;
    const layout = `<w:tbl><w:tr>${cell('one')}</w:tr><w:tr>${cell('two')}</w:tr></w:tbl>`;
    expect(readDocx(body(layout))).toEqual([{ heading: '', page: null, content: 'one\n\ntwo' }]);
    const span = '<w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>';
    const wide = `<w:tbl><w:tr>${cell('a', span)}${cell('b')}</w:tr><w:tr>${cell('c')}${cell('d')}</w:tr></w:tbl>`;
    expect(linesOf(readDocx(body(wide))).join('').length).toBeLessThan(300);
  });

  test('a document that has nothing but pictures has no text', () => {
    expect(readDocx(body('<w:p><w:r><w:drawing><pic:pic/></w:drawing></w:r></w:p>'))).toEqual([]);
  });

  test('a heading under which nothing stands is not lost', () => {
    expect(readDocx(makeDocx([{ heading: 'Annual report' }, { heading: 'Figures' }, { text: 'None.' }]))).toEqual([
      { heading: 'Annual report', page: null, content: 'Annual report' },
      { heading: 'Figures', page: null, content: 'None.' },
    ]);
  });
});

test('a presentation of pictures has no text; a picture beside text is named', () => {
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A bridge"/></p:nvPicPr></p:pic>';
  const slide = (inner: string) => ({
    'ppt/slides/slide1.xml': strToU8(`<p:sld><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`),
  });
  const text = '<p:sp><p:txBody><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>';
  expect(readPptx(makePptx([{ title: 'x', text: '' }], slide(picture)))).toEqual([]);
  expect(linesOf(readPptx(makePptx([{ title: 'x', text: '' }], slide(text + picture))))).toEqual([
    'Words',
    '[picture: A bridge]',
  ]);
});

describe('OpenDocument', () => {
  const odf = (kind: string, inner: string, more: Record<string, Uint8Array> = {}) =>
    zipSync({
      'content.xml': strToU8(
        `<o:document-content><o:body><o:${kind}>${inner}</o:${kind}></o:body></o:document-content>`,
      ),
      ...more,
    });
  const cell = (text: string, attributes = '') => `<t:table-cell ${attributes}><x:p>${text}</x:p></t:table-cell>`;

  test('one under a password says so, one without content is damaged', () => {
    const manifest = strToU8('<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>');
    for (const read of [readOdt, readOds, readOdp]) {
      expect(codeOf(() => read(odf('text', '', { 'META-INF/manifest.xml': manifest })))).toBe('file_encrypted');
      expect(codeOf(() => read(zipSync({ 'other.xml': strToU8('<a/>') })))).toBe('file_unreadable');
      expect(codeOf(() => read(zipSync({ 'content.xml': strToU8('<a/>') })))).toBe('file_unreadable');
      expect(
        codeOf(() => read(odf('text', '', { 'content.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><a/>') }))),
      ).toBe('file_too_complex');
    }
  });

  test('what is repeated without text costs nothing, with text up to a limit', () => {
    const empty =
      '<t:table-row t:number-rows-repeated="1048576"><t:table-cell t:number-columns-repeated="16384"/></t:table-row>';
    const twice = `<t:table-row t:number-rows-repeated="2">${cell('a', 't:number-columns-repeated="3"')}</t:table-row>`;
    expect(linesOf(readOds(odf('spreadsheet', `<t:table t:name="S">${empty}${twice}${empty}</t:table>`)))).toEqual([
      'a | a | a',
      'a | a | a',
    ]);
    const many = `<t:table-row t:number-rows-repeated="1048576">${cell('a', 't:number-columns-repeated="16384"')}</t:table-row>`;
    expect(codeOf(() => readOds(odf('spreadsheet', `<t:table t:name="S">${many}</t:table>`)))).toBe('file_too_complex');
    const spaces = '<x:s x:c="999999999"/>'.repeat(1_000);
    expect(linesOf(readOdt(odf('text', `<x:p>a${spaces}b</x:p>`)))).toEqual(['a b']);
  });

  test('columns stay where they are, with empty ones between', () => {
    const gap = '<t:table-cell t:number-columns-repeated="2"/>';
    const rows = `<t:table-row>${cell('a')}${gap}${cell('b')}</t:table-row><t:table-row>${gap}${cell('c')}</t:table-row>`;
    expect(linesOf(readOds(odf('spreadsheet', `<t:table t:name="S">${rows}</t:table>`)))).toEqual([
      'a |  |  | b',
      ' |  | c',
    ]);
  });

  test('lists with numbers that go on, with letters, and with signs', () => {
    const level = (kind: string, rest: string) => `<x:list-level-style-${kind} x:level="1" ${rest}/>`;
    const style = (name: string, inner: string) => `<x:list-style s:name="${name}">${inner}</x:list-style>`;
    const list = (name: string, items: readonly string[], rest = '') =>
      `<x:list x:style-name="${name}" ${rest}>${items.map((item) => `<x:list-item><x:p>${item}</x:p></x:list-item>`).join('')}</x:list>`;
    const styles = strToU8(
      `<o:document-styles>${style('N', level('number', 's:num-format="1" s:num-suffix="."'))}${style('A', level('number', 's:num-format="a" s:num-prefix="(" s:num-suffix=")" x:start-value="3"'))}${style('B', level('bullet', ''))}</o:document-styles>`,
    );
    const inner = `${list('N', ['one', 'two'])}<x:p>between</x:p>${list('N', ['three'], 'x:continue-numbering="true"')}${list('A', ['c'])}${list('B', ['sign'])}`;
    expect(linesOf(readOdt(odf('text', inner, { 'styles.xml': styles })))).toEqual([
      '1. one',
      '2. two',
      'between',
      '3. three',
      '(c) c',
      '- sign',
    ]);
  });

  test('a value without what is shown of it, and a formula without a value', () => {
    const row = `<t:table-row><t:table-cell o:value-type="float" o:value="12.5"/><t:table-cell t:formula="of:=SUM([.A1])"/></t:table-row>`;
    expect(linesOf(readOds(odf('spreadsheet', `<t:table t:name="S">${row}</t:table>`)))).toEqual([
      '12.5 | =SUM([.A1])',
    ]);
  });
});
