import { citedNumbers } from '../../contract/api/runs/citation-marks.ts';
import { drawnAnswer, loadRenderer, streamedAnswer } from '../../testing/drawn-answer.tsx';

beforeAll(loadRenderer);

// The answers rest on the sources 1, 2, 3 and 12.
describe('the marks of sources in an answer', () => {
  it.each([
    ['As [1] and [2].', 'As (1) and (2).'],
    ['So [1, 2], [1–3] and [1][2].', 'So (1)(2), (1)(2)(3) and (1)(2).'],
    ['如【1】與［2］所示。', '如(1)與(2)所示。'],
    ['[^1] [Source 2] [來源3] 【12†source】', '(1) (2) (3) (12)'],
    [String.raw`So \[1\].`, 'So (1).'],
    ['Not (1), [7], [0, 1], [2024] or [^7].', 'Not (1), [7], [0, 1], [2024] or [^7].'],
    ['So [^a[1] b[^a【2】].', 'So [^a(1) b[^a【2】].'],
    ['In part [1, 7].', 'In part (1)[7].'],
    ['**重點[1]。**說明 ~~[2]~~', '<strong>重點(1)。</strong>說明 <del>(2)</del>'],
  ])('%s', async (text, html) => {
    expect(await drawnAnswer(text)).toBe(`<p>${html}</p>`);
    expect(await streamedAnswer(text)).toBe(`<p>${html}</p>`);
  });

  it('are footnotes where there is one of that name', async () => {
    const drawn = await drawnAnswer('So[^1] and [2].\n\n[^1]: A note with [3].\n');
    expect(drawn).toMatch(/^<p>So<sup><a [^>]+#answer-1-note-1>1<\/a><\/sup> and \(2\)\.<\/p>/);
    expect(drawn).toContain('A note with (3).');
  });

  it.each([
    'As [1] and `[2]`, ``[3]``.',
    '```\n[1]\n```\n\nAs [2].',
    '- a [1]\n\n  ```\n  [2]\n  ```\n- b 【3】',
    'Code:\n\n    [1]\n\nText [12].',
    '> [1]\n\n| a | b |\n|---|---|\n| [2] | `[3]` |\n',
    '[1](https://example.com) and [2](see below)',
    'As [1] and [2].\n\n[1]: https://example.com\n',
    'As [1] and [2].\n\n[1]: leave policy\n',
    'As [1][2].\n\n[2]: /a\n',
    'As[^1] and [^2].\n\n[^1]: Note.\n',
    '# [1]\n\n$x$ [2]',
    '[1]. [2]: x [3]',
  ])('are those that the server counts: %j', async (text) => {
    const drawn = [...(await drawnAnswer(text)).matchAll(/\((\d+)\)/g)].map(([, number]) => Number(number));
    const counted = [...citedNumbers(text)];
    expect([...new Set(drawn)].sort()).toEqual(counted.sort());
  });
});
