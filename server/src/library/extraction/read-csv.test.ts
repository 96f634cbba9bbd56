import { makeXlsx } from '../../testing/make-files.ts';
import type { Section } from './document.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { cutSections } from './sections.ts';

const shown = (sections: readonly Section[]) =>
  cutSections(sections).map(({ heading, content }) => (heading === '' ? '' : `# ${heading}\n`) + content);
const read = (csv: string) => shown(readCsv(Buffer.from(csv)));

const table = 'Name | Price\nTea | 1,50\nCake | 2,75';
/** Files as programs and people write them, and what is read. */
const corpus: readonly (readonly [string, string, readonly string[]])[] = [
  ['a decimal comma', 'Name;Price\nTea;1,50\nCake;2,75\n', [table]],
  ['a decimal comma and tabs', 'Name\tPrice\nTea\t1,50\nCake\t2,75\n', [table]],
  ['bars', 'Name|Price\nTea|1,50\nCake|2,75', [table]],
  [
    'a title',
    'Prices 2026, in euros\nName;Price\nTea;1,50\nCake;2,75',
    ['Prices 2026, in euros', `# Prices 2026, in euros\n${table}`],
  ],
  ['a title and empty lines', '\n\nPrices\n\nName;Price\nTea;1,50\nCake;2,75', ['Prices', `# Prices\n${table}`]],
  ['a title with separators', 'Prices;\n;\nName;Price\nTea;1,50\nCake;2,75', ['Prices', `# Prices\n${table}`]],
  ['empty lines before', '\r\n \r\nName;Price\r\nTea;1,50\r\nCake;2,75\r\n', [table]],
  [
    'facts above',
    'Shop\nMade on;1.2.2026\nName;Price;In stock\nTea;1,50;3\nCake;2,75;4',
    ['Shop\nMade on, 1.2.2026', '# Shop\nName | Price | In stock\nTea | 1,50 | 3\nCake | 2,75 | 4'],
  ],
  [
    'a title with a comma above data with a decimal comma',
    'Prices, 2026\nTea;1,50\nCake;2,75',
    ['Prices, 2026', '# Prices, 2026\nTea | 1,50\nCake | 2,75'],
  ],
  ['sep=;', 'sep=;\r\nName;Price\r\nTea;1,50\r\nCake;2,75', [table]],
  ['sep=, in quotes', '"SEP=,"\nName,Price\nTea,"1,50"\nCake,"2,75"', [table]],
  ['sep= with a tab', 'sep=\t\nName\tPrice\nTea\t1,50\nCake\t2,75', [table]],
  ['sep= behind a mark', '\uFEFFsep=;\nName;Price\nTea;1,50\nCake;2,75', [table]],
  ['a mark', '\uFEFF"Name";Price\nTea;1,50\nCake;2,75', [table]],
  ['CR', 'Name;Price\rTea;1,50\rCake;2,75\r', [table]],
  ['ends of every kind', 'Name;Price\nTea;1,50\r\nCake;2,75\r', [table]],
  ['trailing separators', 'Name;Price;;\nTea;1,50;;\nCake;2,75;;\n', [table]],
  [
    'line breaks in quotes',
    'Name,Note\n"Ada","one\ntwo"\nBob,"three, four"',
    ['Name | Note\nAda | one two\nBob | three, four'],
  ],
  ['line breaks CRLF in quotes', 'Name;Note\r\nAda;"one\r\ntwo"\r\nBob;x', ['Name | Note\nAda | one two\nBob | x']],
  ['doubled quotes', 'Name,Note\nAda,"say ""hi"", twice"\nBob,x', ['Name | Note\nAda | say "hi", twice\nBob | x']],
  [
    'doubled quotes at the beginning of a line',
    'Name,Note\nAda,"she said\n""hi"",""you"""\nBob,x',
    ['Name | Note\nAda | she said "hi","you"\nBob | x'],
  ],
  [
    'a lone quote in the middle',
    'Name;Size\nPipe;5" wide\nRod;3" long',
    ['Name | Size\nPipe | 5" wide\nRod | 3" long'],
  ],
  ['a lone quote at the beginning', 'Name;Note\nTea;"hot\nCake;sweet', ['Name | Note\nTea | "hot\nCake | sweet']],
  [
    'a lone quote before cells in quotes',
    'Name;Note\nTea;"hot\nCake;sweet\nPie;"round"\nJam;x',
    ['Name | Note\nTea | "hot\nCake | sweet\nPie | round\nJam | x'],
  ],
  [
    'a lone quote behind line breaks in quotes',
    'Name;Note\nTea;"one\ntwo"\nCake;"sweet\nJam;x',
    ['Name | Note\nTea | one two\nCake | "sweet\nJam | x'],
  ],
  ['ragged rows', 'a,b,c\n1,2\n3,4,5,6\n7,8,9', ['a | b | c\n1 | 2\n3 | 4 | 5 | 6\n7 | 8 | 9']],
  [
    'a header without its last name',
    'Name,Price\nTea,1.50,hot\nCake,2.75,sweet',
    ['Name | Price\nTea | 1.50 | hot\nCake | 2.75 | sweet'],
  ],
  ['empty cells', 'a,b,c\n,x,\ny,,z', ['a | b | c\n | x\ny |  | z']],
  ['one column', 'Name\nTea\nCake', ['Name\nTea\nCake']],
  [
    'one column of sentences',
    'Note\nHot, black tea\nCake\nJam; red\nA, b, c\nPie',
    ['Note\nHot, black tea\nCake\nJam; red\nA, b, c\nPie'],
  ],
  ['only a header', 'Name;Price', ['Name | Price']],
  ['thousands', 'City,People\nRome,"2,800,000"\nOslo,"700,000"', ['City | People\nRome | 2,800,000\nOslo | 700,000']],
  [
    'semicolons in a text',
    'Name,Note\nTea,hot; black\nCake,sweet; round',
    ['Name | Note\nTea | hot; black\nCake | sweet; round'],
  ],
  ['numbers and commas only', '1,2,3\n4,5,6', ['1 | 2 | 3\n4 | 5 | 6']],
  ['years as names', 'Name;2024;2025\nTea;10;11\nCake;12;13', ['Name | 2024 | 2025\nTea | 10 | 11\nCake | 12 | 13']],
  [
    'a header in two lines',
    ';Sales;;Costs;\nShop;2024;2025;2024;2025\nRome;1;2;3;4\nOslo;5;6;7;8',
    ['Shop | Sales 2024 | Sales 2025 | Costs 2024 | Costs 2025\nRome | 1 | 2 | 3 | 4\nOslo | 5 | 6 | 7 | 8'],
  ],
  [
    'units below the header',
    'Name;Price;Weight\n;EUR;kg\nTea;1,50;2\nCake;2,75;3',
    ['Name | Price EUR | Weight kg\nTea | 1,50 | 2\nCake | 2,75 | 3'],
  ],
];

test.each(corpus)('%s', (_, csv, found) => expect(read(csv)).toEqual(found));

test('every file of the corpus says how many are right', () => {
  const right: string[] = [];
  for (const [name, csv, found] of corpus) if (JSON.stringify(read(csv)) === JSON.stringify(found)) right.push(name);
  expect(right).toEqual(corpus.map(([name]) => name));
  console.info(`Tables of every habit: ${right.length} of ${corpus.length} are read with row and header together`);
});

const many = (row: (at: number) => string, count = 200) => Array.from({ length: count }, (_, at) => row(at)).join('\n');

test('the header goes with each piece, whatever stands above it', () => {
  const [title, ...pieces] = read(`Rooms\n\nName;Room\n${many((at) => `Person ${at};Room ${at}`)}`);
  expect(title).toBe('Rooms');
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece).toMatch(/^# Rooms\nName \| Room\nPerson \d+ \| Room/);
});

test('years as names are a header, and go with each piece', () => {
  const pieces = read(`Name;2024;2025\n${many((at) => `Person ${at};${at};${at}`)}`);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece).toMatch(/^Name \| 2024 \| 2025\nPerson/);
});

test('a table without a header has none with each piece', () => {
  const pieces = read(many((at) => `Person ${at};${at}`));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('\n')).toBe(many((at) => `Person ${at} | ${at}`));
});

test('in a table too wide for its header each value has its name', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Column ${at}`);
  const pieces = read(`${names.join(';')}\n${many((row) => names.map((_, at) => `v${row}-${at}`).join(';'), 20)}`);
  for (let row = 0; row < 20; row += 1)
    for (let at = 0; at < 60; at += 1)
      expect(pieces.some((piece) => piece.includes(`Column ${at}: v${row}-${at}`))).toBe(true);
});

test('after twenty rows with a quote that is never closed, quotes have no meaning', () => {
  const rows = (count: number) => read(`a;b\n${many((at) => `${at};"x`, count)}\nAda;"one\ntwo"`).at(-1);
  expect(rows(20)).toMatch(/\nAda \| one two$/);
  expect(rows(21)).toMatch(/\nAda \| "one\ntwo"$/);
  expect(rows(20_000)).toMatch(/\n19999 \| "x\nAda \| "one\ntwo"$/);
});

test('a workbook with a title above its table', () => {
  const book = makeXlsx('Shop', [['Prices'], [], ['Name', 'Price'], ['Tea', '1'], ['Cake', '2']]);
  expect(shown(readXlsx(book))).toEqual(['# Shop\nPrices', '# Shop › Prices\nName | Price\nTea | 1\nCake | 2']);
});
