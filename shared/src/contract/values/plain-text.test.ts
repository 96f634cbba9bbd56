import { plainText } from './plain-text.ts';

describe('an answer as it is read aloud', () => {
  it('has the words and not the marks', () => {
    const markdown =
      '## Leave\n\nThirty **days** a year [1], see [the *rules*](https://example.com).\n\n- one\n- `two`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet snake_case = 1;\n```';
    expect(plainText(markdown)).toBe(
      'Leave\nThirty days a year, see the rules.\none\ntwo\na b\n1 2\nlet snake_case = 1;',
    );
  });

  it.each([
    ['**本季成長10%，**主因', '本季成長10%，主因'],
    ['請看**「重點」**說明', '請看「重點」說明'],
    ['*（附註）*內容', '（附註）內容'],
    ['強調*重點*說明', '強調重點說明'],
    ['~~舊價。~~新價', '舊價。新價'],
    ['**Note:**next', 'Note:next'],
    ['***both*** __bold__ _slanted_', 'both bold slanted'],
    [
      '2 * 3 = 2*3 and a ** b, snake_case and 呼叫__init__方法',
      '2 * 3 = 2*3 and a ** b, snake_case and 呼叫__init__方法',
    ],
    ['`a * *b*` and ``c ` d``', 'a * *b* and c ` d'],
    [String.raw`\*as written\* \$5 1\. \[1\]`, '*as written* $5 1.'],
    ['costs $5, or 10$ at https://example.com/a，然後', 'costs $5, or 10$ at https://example.com/a，然後'],
    ['[（連結）](https://example.com/a_(b))說明，<https://example.com>', '（連結）說明，https://example.com'],
    ['[![moon](a.png)](/b) ![sun](c.png) [the rules][r]', 'moon sun the rules'],
    ['如【1】與［2］所示 [1, 2] [1–3][4] [^1] [Source 5] (6) [2024]', '如與所示 (6) [2024]'],
    ['a\n\n[r]: https://example.com "title"\n[Note]: important\n[^1]: A note.', 'a\n[Note]: important\nA note.'],
    ['Title\n===\n\n***\n> - [x] done\n> > ### deep', 'Title\ndone\ndeep'],
    ['a | b, Tom &amp; Jerry&nbsp;<br>x', 'a | b, Tom & Jerry x'],
    ['x\n```py\n  a = b ** 2  # *not*\n```\n*yes*', 'x\n  a = b ** 2  # *not*\nyes'],
  ])('of %j is %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it('keeps a mark that no source has', () => {
    expect(plainText('As [1], [7] and [1, 7].', { sources: new Set([1]) })).toBe('As, [7] and.');
  });

  it('keeps paragraphs and the marks of lists for those who see it', () => {
    expect(plainText('# A\n\n\n\nb **c**\n\n1. one\n2. *two*\n- [x] d', { keepsLayout: true })).toBe(
      'A\n\nb c\n\n1. one\n2. two\n- [x] d',
    );
  });

  it('is there at once, whatever the text is made of', () => {
    for (const piece of [
      '```\n',
      '\n',
      '|',
      ' ',
      '[',
      '[a](',
      '*',
      '- ',
      '| - ',
      'a`',
      '`` ` ',
      '[1',
      '\\',
      '> ',
      '_a',
      '=',
      '- - ',
    ])
      expect(plainText(`${piece.repeat(50_000)}x`)).toMatch(/x$/);
  });
});
