import { portableEmphasis } from './portable-emphasis.ts';

// `|` stands for the hair space.
test.each([
  '**本季成長10%，**|主因',
  '請看|**「重點」**|說明',
  '*（附註）*|內容與~~舊價。~~|新價',
  '**Note:**|next and **old** one',
  '**𠮷野家。**|𠮷',
  '**หัวข้อ:**|ข้อความ',
  '強調**重點**說明',
  '(a)**b + (c)**d and 2 * 3',
  '`**「a」**字` and **`「a」`**|字',
  String.raw`\*（附註）\*內容`,
  '**「未完」',
])('the emphasis of %s is that of every reader', (line) => {
  expect(portableEmphasis(line.replaceAll('|', ''))).toBe(line.replaceAll('|', '\u200A'));
});

test('a line of nothing but marks takes no time', () => {
  for (const piece of ['*a', '**', '**「', '~~a。', '*a **b '])
    expect(portableEmphasis(piece.repeat(20_000))).toContain(piece);
});
