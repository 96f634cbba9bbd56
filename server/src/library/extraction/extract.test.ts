import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { makeDocx, makePdf, makePptx, makeXlsx } from '../../testing/make-files.ts';
import { tokensOf } from '../text-search/tokens.ts';
import { ExtractionFailure } from './document.ts';
import { extractPassages } from './extract.ts';
import type { DocumentFormat } from './file-kinds.ts';

const reading = { lane: 'background', organizationId: 'one', signal: new AbortController().signal } as const;
const read = async (format: DocumentFormat, bytes: Uint8Array) => {
  const { passages } = await extractPassages({ format, bytes }, reading);
  return passages.map(({ heading, page, content }) => ({ heading, page, content }));
};
const text = (content: string) => new TextEncoder().encode(content);
const failureOf = async (
  format: DocumentFormat,
  bytes: Uint8Array,
  ...limits: Parameters<typeof extractPassages>[2][]
) => {
  try {
    await extractPassages({ format, bytes }, reading, ...limits);
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
  return 'read';
};

describe('the text of each format', () => {
  test('a PDF, page by page', async () => {
    const bytes = makePdf([
      ['Travel policy', 'Trains before planes.'],
      [],
      ['A word that is divi-', 'ded is whole again.'],
    ]);
    expect(await read('pdf', bytes)).toEqual([
      { heading: '', page: 1, content: 'Travel policy\nTrains before planes.' },
      { heading: '', page: 3, content: 'A word that is divided is whole again.' },
    ]);
  });

  test('a Chinese PDF that names a character map and does not bring it', async () => {
    expect(await read('pdf', makePdf([], { bigFive: [iconv.encode('年假二十五天', 'big5')] }))).toEqual([
      { heading: '', page: 1, content: '年假二十五天' },
    ]);
  });

  test('a document, under its headings', async () => {
    const bytes = makeDocx([
      { text: 'Before.' },
      { heading: 'Annual leave' },
      { text: '25 days & more < 30.' },
      { text: 'And a half.' },
    ]);
    expect(await read('docx', bytes)).toEqual([
      { heading: '', page: null, content: 'Before.' },
      { heading: 'Annual leave', page: null, content: '25 days & more < 30.\n\nAnd a half.' },
    ]);
  });

  test('a workbook, each piece with the head of its table', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => [`Person ${at}`, `Room ${at}`]);
    const passages = await read('xlsx', makeXlsx('Rooms', [['Name', 'Room'], ...rows]));
    expect(passages.length).toBeGreaterThan(1);
    for (const { heading, content } of passages)
      expect([heading, content.split('\n')[0]]).toEqual(['Rooms', 'Name | Room']);
    expect(passages.flatMap(({ content }) => content.split('\n').slice(1))).toEqual(rows.map((row) => row.join(' | ')));
  });

  test('a presentation, slide by slide as it is shown, with its notes', async () => {
    const bytes = makePptx([
      { title: 'First', text: 'One & one' },
      { title: 'Second', text: 'Two', notes: 'Smile.' },
      { title: 'Only a title', text: '' },
    ]);
    expect(await read('pptx', bytes)).toEqual([
      { heading: 'First', page: 1, content: 'One & one' },
      { heading: 'Second', page: 2, content: 'Two\n\nSmile.' },
      { heading: 'Only a title', page: 3, content: 'Only a title' },
    ]);
  });

  test('a page, without what runs, hides or decorates', async () => {
    const html = `<!doctype html><html><head><title>t</title><style>p{}</style></head><body><h1>Top</h1><h2>Hours</h2><script>alert(1)</script>
      <p>Open <b>every</b> day.<br>Even&nbsp;on <i>Sundays</i>.</p><p hidden>secret</p><ul><li>one</li><li>two</li></ul>
      <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><svg><text>x</text></svg></body></html>`;
    expect(await read('html', text(html))).toEqual([
      { heading: 'Hours', page: null, content: 'Open every day.\nEven on Sundays.\n\n- one\n- two\n\na | b\n1 | 2' },
    ]);
  });

  test('Markdown, under its headings, and plain text without any', async () => {
    expect(await read('markdown', text('# T\n\n## Fire\n\nLeave.'))).toEqual([
      { heading: 'Fire', page: null, content: 'Leave.' },
    ]);
    expect(await read('text', text('# a comment\r\nx = 1'))).toEqual([
      { heading: '', page: null, content: '# a comment\r\nx = 1' },
    ]);
  });

  test.each([
    ['commas', 'name,room\n"Ada, Countess",1\nBob,2'],
    ['semicolons', 'name;room\n"Ada, Countess";1\nBob;2'],
    ['tabs', 'name\troom\nAda, Countess\t1\nBob\t2'],
  ])('a table with %s', async (_, csv) => {
    expect(await read('csv', text(csv))).toEqual([
      { heading: '', page: null, content: 'name | room\nAda, Countess | 1\nBob | 2' },
    ]);
  });

  test('JSON as it is written', async () => {
    expect(await read('json', text('{"opening hours": "9 to 5"}'))).toEqual([
      { heading: '', page: null, content: '{"opening hours": "9 to 5"}' },
    ]);
    expect(await failureOf('json', text('{"a": '))).toBe('file_unreadable');
  });
});

describe('every language and encoding', () => {
  const samples = {
    en: 'The office is closed on public holidays.',
    'zh-TW': '國定假日辦公室不開放，請提前安排您的工作。',
    'th-TH': 'สำนักงานปิดทำการในวันหยุดนักขัตฤกษ์ กรุณาวางแผนงานล่วงหน้า',
    'es-ES': 'La oficina está cerrada los días festivos; ¿mañana también?',
    'fr-FR': 'Le bureau est fermé les jours fériés, à l’évidence.',
    'pt-PT': 'O escritório está fechado nos feriados; não há exceções.',
    'de-DE': 'Das Büro ist an Feiertagen geschlossen, größere Räume auch.',
    'it-IT': 'L’ufficio è chiuso nei giorni festivi, perché sì.',
    'nl-NL': 'Het kantoor is gesloten op feestdagen, één dag extra.',
  };

  test.each(Object.entries(samples))('%s through a page, a document and a presentation', async (_, sample) => {
    for (const [format, bytes] of [
      ['html', text(`<p>${sample}</p>`)],
      ['docx', makeDocx([{ text: sample }])],
      ['pptx', makePptx([{ title: 'x', text: sample }])],
      ['text', text(sample)],
    ] as const) {
      const { passages } = await extractPassages({ format, bytes }, reading);
      expect(passages[0]?.content).toBe(sample);
      for (const token of tokensOf(sample)) expect(passages[0]?.tokens).toContain(token);
    }
  });

  test.each([
    ['utf-16le with a mark', 'zh-TW', (it: string) => iconv.encode(it, 'utf-16le', { addBOM: true })],
    ['utf-16be with a mark', 'th-TH', (it: string) => iconv.encode(it, 'utf-16be', { addBOM: true })],
    ['utf-16le without a mark', 'de-DE', (it: string) => iconv.encode(it, 'utf-16le', { addBOM: false })],
    ['utf-8 with a mark', 'zh-TW', (it: string) => iconv.encode(it, 'utf-8', { addBOM: true })],
    ['Big5', 'zh-TW', (it: string) => iconv.encode(it, 'big5')],
    ['TIS-620', 'th-TH', (it: string) => iconv.encode(it, 'tis620')],
    ['windows-1252', 'de-DE', (it: string) => iconv.encode(it, 'windows-1252')],
    ['windows-1252', 'fr-FR', (it: string) => iconv.encode(it, 'windows-1252')],
  ] as const)('%s of %s', async (_, language, encode) => {
    expect((await read('text', encode(samples[language])))[0]?.content).toBe(samples[language]);
  });
});

describe('what was made to break a reader', () => {
  const bomb = Buffer.alloc(20_000_000, ' ');
  const body = (inner: string) => new TextEncoder().encode(`<?xml version="1.0"?>${inner}`);

  /** Rewrites the archive's directory to state another size of the bomb. */
  function stating(size: number, bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let changed = 0;
    for (let at = 0; at < bytes.length - 4; at++) {
      if (view.getUint32(at, true) !== bomb.length) continue;
      view.setUint32(at, size, true);
      changed += 1;
    }
    expect(changed).toBeGreaterThan(0);
    return bytes;
  }

  test('an archive that inflates to more than a document has, and one that inflates to hundreds of times its size', async () => {
    const noise = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => (at * 7919) % 251));
    expect(
      await failureOf(
        'docx',
        stating(150_000_001, makeDocx([{ text: 'a' }], { 'word/comments.xml': bomb, 'word/media/noise.bin': noise })),
      ),
    ).toBe('file_too_complex');
    expect(await failureOf('xlsx', makeXlsx('a', [], { 'xl/sharedStrings.xml': bomb }))).toBe('file_too_complex');
  });

  test('an archive with too many parts', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, at) => [`ppt/slides/x${at}.xml`, new Uint8Array()]),
    );
    expect(await failureOf('pptx', makePptx([], parts))).toBe('file_too_complex');
  });

  test('archives in the archive are left alone, and so is what is not read', async () => {
    const inner = zipSync({ 'a.xml': bomb });
    expect(
      await read(
        'docx',
        makeDocx([{ text: 'Outside.' }], { 'word/embeddings/b.docx': inner, 'word/media/i.png': bomb }),
      ),
    ).toEqual([{ heading: '', page: null, content: 'Outside.' }]);
  });

  test('an archive that says less than it holds is cut off there, and damaged by that', async () => {
    const [head, tail] = [Buffer.from('<w:document><w:body>'), Buffer.from('</w:body></w:document>')];
    const part = Buffer.concat([head, bomb.subarray(head.length + tail.length), tail]);
    expect(await failureOf('docx', stating(1_000, makeDocx([], { 'word/document.xml': part })))).toBe(
      'file_unreadable',
    );
  });

  test.each(['UTF-8', 'UTF-16LE'] as const)('entities that are declared in the document, in %s', async (encoding) => {
    const declaration =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><x>&b;&f;</x>';
    const part = encoding === 'UTF-8' ? body(declaration) : iconv.encode(declaration, 'utf-16le', { addBOM: true });
    expect(await failureOf('docx', makeDocx([], { 'word/document.xml': part }))).toBe('file_too_complex');
    expect(await failureOf('xlsx', makeXlsx('a', [], { 'xl/worksheets/sheet1.xml': part }))).toBe('file_too_complex');
    expect(await failureOf('pptx', makePptx([], { 'ppt/presentation.xml': part }))).toBe('file_too_complex');
  });

  test('names that lead elsewhere are only names', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parlance-escape-'));
    const [absolute, relative] = [path.join(folder, 'absolute.xml'), path.join(folder, 'relative.xml')];
    const parts = { [absolute]: body('<x/>'), [path.relative(process.cwd(), relative)]: body('<x/>') };
    expect(await read('docx', makeDocx([{ text: 'Inside.' }], parts))).toEqual([
      { heading: '', page: null, content: 'Inside.' },
    ]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('a page with elements inside elements without end', async () => {
    expect(await failureOf('html', text(`${'<div>'.repeat(20_000)}deep`))).toMatch(
      /^file_(empty|too_complex|unreadable)$/,
    );
  });

  test('a PDF that asks for a password, one without text, one that is damaged', async () => {
    expect(await failureOf('pdf', makePdf([['secret']], { isEncrypted: true }))).toBe('file_encrypted');
    expect(await failureOf('pdf', makePdf([[]]))).toBe('file_empty');
    expect(await failureOf('pdf', text('%PDF-1.7 and nothing else'))).toBe('file_unreadable');
    expect(await failureOf('docx', makeDocx([{ text: 'x' }]).subarray(0, 200))).toBe('file_unreadable');
  });

  test('a PDF of 1,000 pages is read, one of more than 2,000 is not', async () => {
    const pages = (count: number) => Array.from({ length: count }, (_, at) => [`This is page ${at + 1}.`]);
    const passages = await read('pdf', makePdf(pages(1_000)));
    expect(passages).toHaveLength(1_000);
    expect(passages.at(-1)).toEqual({ heading: '', page: 1_000, content: 'This is page 1000.' });
    expect(await failureOf('pdf', makePdf(pages(2_001)))).toBe('file_too_complex');
  });

  test('a stream of a PDF that inflates to more than a thread may hold', async () => {
    const limits = { timeMs: 30_000, heapMegabytes: 512, bufferBytes: 100_000_000 };
    expect(await failureOf('pdf', makePdf([['x']], { inflatesTo: 400_000_000 }), limits)).toBe('file_too_complex');
  });

  test('more time than a file may take, and more memory', async () => {
    const limits = { timeMs: 60_000, heapMegabytes: 512, bufferBytes: 600_000_000 };
    expect(await failureOf('pdf', makePdf([['x']]), { ...limits, timeMs: 1 })).toBe('file_too_complex');
    expect(await failureOf('json', text(`[${'{"a":{}},'.repeat(500_000)}0]`), { ...limits, heapMegabytes: 24 })).toBe(
      'file_too_complex',
    );
    expect(await failureOf('text', text('ab '.repeat(2_000_000)))).toBe('file_too_complex');
  });

  test('a page of many paragraphs takes a time that grows with them, and no faster', async () => {
    const paragraphs = Array.from(
      { length: 20_000 },
      (_, at) => `<p>Paragraph ${at}. ${'Of one sentence that goes on and on for a while. '.repeat(4)}</p>`,
    );
    // Re-examining the text with each paragraph took a minute and more.
    const { passages } = await extractPassages(
      {
        format: 'page',
        bytes: text(`<!doctype html><html><body><h1>Top</h1><div>${paragraphs.join('')}</div></body></html>`),
      },
      reading,
      { timeMs: 15_000, heapMegabytes: 512, bufferBytes: 200_000_000 },
    );
    expect(passages.at(-1)?.content).toContain('Paragraph 19999.');
  }, 60_000);

  test('what is no longer wanted ends at once', async () => {
    const abort = new AbortController();
    const work = extractPassages({ format: 'pdf', bytes: makePdf([['x']]) }, { ...reading, signal: abort.signal });
    abort.abort(new Error('no longer wanted'));
    await expect(work).rejects.toThrow('no longer wanted');
  });
});

test('U+0000 and halves of pairs do not reach the database', async () => {
  expect(await read('text', text('a\0bcd'.repeat(3)))).toEqual([{ heading: '', page: null, content: 'abcdabcdabcd' }]);
  expect((await read('html', text('<p>x&#xD800;y</p>')))[0]?.content).not.toMatch(/[\ud800-\udfff]/);
});
