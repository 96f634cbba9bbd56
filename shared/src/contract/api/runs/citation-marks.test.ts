import { citationMarks, citedNumbers, withNumbers } from './citation-marks.ts';

describe('marks that cite sources', () => {
  it.each([
    ['as [1] and [2].', [1, 2]],
    ['[1][3]', [1, 3]],
    ['[1, 2,3]', [1, 2, 3]],
    ['[1; 2] [3 & 4] [5 and 6]', [1, 2, 3, 4, 5, 6]],
    ['[1–3]', [1, 2, 3]],
    ['[1-3, 7]', [1, 2, 3, 7]],
    ['如文件所示[1、2]。', [1, 2]],
    ['【1】 ［2］ ［３］', [1, 2, 3]],
    ['【1†source】 【2†L3-L9】', [1, 2]],
    ['as said[^1].', [1]],
    ['[Source 1] [Quelle 2] [sources 3, 4] [來源5] [แหล่งที่มา 6] [Source 7, Source 8]', [1, 2, 3, 4, 5, 6, 7, 8]],
    [String.raw`\[1\]`, [1]],
    ['[๑] [٢]', [1, 2]],
    ['**[1]** | [2] |', [1, 2]],
    ['[1](see below)', [1]],
    ['- a\n\n    [1]', [1]],
    ['[1]: leave policy', [1]],
  ])('%j cites %j', (text, numbers) => {
    expect([...citedNumbers(text)]).toEqual(numbers);
  });

  it.each([
    'none [a] [] [12345] (1)',
    'in [2024] and [2019–2020]',
    'the interval [0, 1]',
    'lines [100–300], and back [3–1]',
    '`[1]` and ``a ` [1]``',
    '```\n[1]\n```',
    '- a\n  ~~~\n  [1]',
    '> ```\n> [1]\n> ```',
    'Code:\n\n    [1]\n\n    [2]',
    '[1](https://example.com) [1](<a b> "c")',
    '[1]: https://example.com\n\nAs [1] says.',
    'As said[^1].\n\n[^1]: A note.',
    '【4:0†source】',
    '[1,',
    '[source]',
  ])('%j cites none', (text) => {
    expect([...citedNumbers(text)]).toEqual([]);
  });

  it('are told by their place and as they are written', () => {
    expect(citationMarks('a [1–2]【3】')).toEqual([
      { index: 2, written: '[1–2]', numbers: [1, 2] },
      { index: 7, written: '【3】', numbers: [3] },
    ]);
  });

  it('are renumbered, and dropped without a new number, but not in code', () => {
    const numberOf = new Map([
      [1, 5],
      [2, 6],
    ]);
    expect(withNumbers('a [1], b [1–3]【2】, c[9] `[1]`', numberOf)).toBe('a [5], b [5, 6][6], c `[1]`');
  });

  it('are found in time that grows with the text', () => {
    for (const piece of ['[', '[1', '[1,', '`', '`` ', '``` ', '[1](', '[source ', '【1†', '\\[', '    a\n', '- `'])
      expect(citedNumbers(`${piece.repeat(50_000)}\n\n[7]`)).toBeInstanceOf(Set);
  });
});
