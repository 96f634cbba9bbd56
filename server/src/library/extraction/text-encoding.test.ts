import iconv from 'iconv-lite';
import { makeDocx, makePng, makeXlsx } from '../../testing/make-files.ts';
import { ExtractionFailure } from './document.ts';
import { extractPassages } from './extract.ts';
import { type DocumentFormat, kindOfName } from './file-kinds.ts';
import { checkContent } from './sniff.ts';
import { decodeText } from './text-encoding.ts';

const bytesOf = (...pieces: (string | readonly number[])[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))));
const reading = { lane: 'background', organizationId: 'one', signal: new AbortController().signal } as const;
const contentOf = async (format: DocumentFormat, bytes: Uint8Array) =>
  (await extractPassages({ format, bytes }, reading)).passages.map(({ heading, content }) => heading + content).join();

async function verdict(name: string, bytes: Uint8Array): Promise<string> {
  const kind = kindOfName(name);
  if (kind === null) return 'not taken';
  try {
    await checkContent(bytes, kind);
    return 'taken';
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
}

const german = 'Größere Räume für fünf Gäste. Die Büros schließen früher.';
const chinese = '國定假日辦公室不開放，請提前安排您的工作。';
const thai = 'สำนักงานปิดทำการในวันหยุดนักขัตฤกษ์';

describe('a byte that belongs to no letter', () => {
  const damaged: readonly (readonly [string, Uint8Array, string])[] = [
    ['at the end', bytesOf(german, [0xff]), `${german}\uFFFD`],
    ['at the beginning', bytesOf([0x80], german), `\uFFFD${german}`],
    ['in the middle', bytesOf(german, [0xe9], ' ', german), `${german}\uFFFD ${german}`],
    ['of a text with one accent', bytesOf('Café', [0xff]), 'Café\uFFFD'],
    ['behind a mark', bytesOf([0xef, 0xbb, 0xbf], german, [0xff]), `${german}\uFFFD`],
    ['of Chinese', bytesOf(chinese, [0xc3], chinese), `${chinese}\uFFFD${chinese}`],
    ['of Thai', bytesOf(thai, [0xa0], thai), `${thai}\uFFFD${thai}`],
    ['at the cut end of a letter', Buffer.from(`${chinese}年`).subarray(0, -1), `${chinese}\uFFFD`],
    ['at the cut end of UTF-16', iconv.encode(german, 'utf-16le').subarray(0, -1), `${german.slice(0, -1)}\uFFFD`],
    ['behind much that is fine', bytesOf(german.repeat(5_000), [0xff]), `${german.repeat(5_000)}\uFFFD`],
  ];

  test.each(damaged)('%s is one U+FFFD', (_, bytes, text) => expect(decodeText(bytes)).toBe(text));
});

describe('the older encodings stay right', () => {
  const texts = {
    big5: `${chinese}員工每年有二十五天年假，請假須於兩週前提出申請，並經主管核准。`,
    gb18030: '国定假日办公室不开放，请提前安排您的工作。员工每年有二十五天年假，请假须于两周前提出申请。',
    tis620: 'สำนักงานปิดทำการในวันหยุดนักขัตฤกษ์ กรุณาวางแผนงานล่วงหน้า เก้าโมงเช้า',
    'shift-jis': '祝日はオフィスが閉まります。年次休暇は二十五日です。申請は二週間前までに上司へ提出してください。',
    'euc-jp': '祝日はオフィスが閉まります。年次休暇は二十五日です。申請は二週間前までに上司へ提出してください。',
    'euc-kr': '공휴일에는 사무실이 문을 닫습니다. 연차 휴가는 이십오 일입니다. 신청은 이 주 전에 하십시오.',
    'windows-1251': 'Офис закрыт в праздничные дни. Отпуск двадцать пять дней в году.',
    'koi8-r': 'Офис закрыт в праздничные дни. Отпуск двадцать пять дней в году.',
    'windows-1252': 'Le bureau est fermé les jours fériés, à l’évidence. Größere Räume auch.',
  };
  test.each(Object.entries(texts))('%s', (encoding, text) =>
    expect(decodeText(iconv.encode(text, encoding))).toBe(text),
  );
});

describe('UTF-16', () => {
  const encodings = ['utf-16le', 'utf-16be'] as const;
  const cases = encodings.flatMap((encoding) =>
    [
      german,
      `${thai} ${thai} ${thai}`,
      'Отпуск: 25 дней',
      'अवकाश पच्चीस दिन का है',
      `${chinese} 25 天\r\n${chinese}`,
    ].flatMap((text) => [true, false].map((addBOM) => [encoding, addBOM ? 'with' : 'without', text, addBOM] as const)),
  );
  test.each(cases)('%s %s a mark: %s', (encoding, _, text, addBOM) =>
    expect(decodeText(iconv.encode(text, encoding, { addBOM }))).toBe(text),
  );

  test('with a stray zero', () => {
    const text = 'Отпуск: 25 дней в году. ';
    expect(decodeText(iconv.encode(`${text}\0${text}`, 'utf-16le'))).toBe(text + text);
  });
});

test('a mark in the middle, where two files were joined, is left out', () => {
  const mark = [0xef, 0xbb, 0xbf];
  expect(decodeText(bytesOf(mark, 'name\n', mark, 'Ada'))).toBe('name\nAda');
  expect(decodeText(iconv.encode('name\n\uFEFFAda', 'utf-16le', { addBOM: true }))).toBe('name\nAda');
});

describe('U+0000 in a text', () => {
  const filled = Buffer.concat([
    Buffer.from('10:00 started\n'.repeat(20)),
    Buffer.alloc(100),
    Buffer.from('10:01 ended\n'),
  ]);
  const texts: readonly (readonly [string, Uint8Array, string])[] = [
    ['once in a short one', bytesOf('Lunch is at\0 noon'), 'Lunch is at noon'],
    ['once, at an even place', bytesOf('Lunch is at \0noon'), 'Lunch is at noon'],
    ['at the end', bytesOf('Lunch\0'), 'Lunch'],
    ['in several places', bytesOf('a\0bcd'.repeat(3)), 'abcdabcdabcd'],
    ['beside umlauts', bytesOf(german, '\0', german), german + german],
    ['beside umlauts of Windows', iconv.encode(`Größe\0 für alle`, 'windows-1252'), 'Größe für alle'],
    ['beside a bad byte', bytesOf(german, '\0', [0xff]), `${german}\uFFFD`],
    ['between pieces of Chinese', bytesOf(`${chinese}\0\0\0\0`.repeat(9)), chinese.repeat(9)],
    ['as the filling of a log', filled, `${'10:00 started\n'.repeat(20)}10:01 ended`],
    ['as the filling of records', bytesOf('Ada\0\0Bob\0\0Eve\0\0'.repeat(20)), 'AdaBobEve'.repeat(20)],
    ['with the end of a file in DOS', bytesOf('Lunch\r\n\u001a'), 'Lunch'],
  ];
  test.each(texts)('%s', async (_, bytes, text) => {
    expect(await verdict('a.txt', bytes)).toBe('taken');
    expect((await contentOf('text', bytes)).replace('\u001a', '').trim()).toBe(text);
  });

  test('in every other format that may have it', async () => {
    const found = await Promise.all([
      contentOf('csv', bytesOf('name;ro\0om\nAda;1\n')),
      contentOf('json', bytesOf('{"name": \0"Ada"}')),
      contentOf('markdown', bytesOf('## Hea\0ding\n\nA\0da')),
      contentOf('html', bytesOf('<p>A\0da</p>')),
      contentOf('docx', makeDocx([{ text: 'A\0da' }])),
      contentOf('xlsx', makeXlsx('Ro\0oms', [['na\0me'], ['Ada']])),
    ]);
    expect(found).toEqual(['name | room\nAda | 1', '{"name": "Ada"}', 'HeadingAda', 'Ada', 'Ada', 'Roomsname\nAda']);
  });

  const noise = Uint8Array.from({ length: 4_000 }, (_, at) => (at * at * 31 + (at >> 3)) % 256);
  test.each<[string, Uint8Array]>([
    ['a picture', makePng(8, 8)],
    ['an archive', makeDocx([{ text: 'x' }])],
    ['a program', bytesOf([0x7f], 'ELF', [2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x3e, 0, 1, 0, 0, 0])],
    ['zeros', new Uint8Array(500)],
    ['a table of small numbers', bytesOf(Array.from({ length: 800 }, (_, at) => (at % 4 === 0 ? (at / 4) % 200 : 0)))],
    ['noise', noise],
    ['small numbers', Uint8Array.from({ length: 400 }, (_, at) => (at % 8) + 1)],
    [
      'a tape archive',
      Buffer.concat([Buffer.from('notes.txt'), Buffer.alloc(503), Buffer.from('Lunch'), Buffer.alloc(507)]),
    ],
  ])('%s is not taken for a text', async (_, bytes) => {
    for (const name of ['a.txt', 'a.csv', 'a.md']) expect(await verdict(name, bytes)).toBe('file_type_mismatch');
  });
});
