import { plainText } from './plain-text.ts';

describe('an answer as it is read aloud', () => {
  it('has the words and not the marks', () => {
    const markdown =
      '## Leave\n\nThirty **days** a year [1], see [the *rules*](https://example.com).\n\n- one\n- `two`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet snake_case = 1;\n```';
    expect(plainText(markdown)).toBe(
      'Leave\nThirty days a year, see the rules.\none\ntwo\na b\n1 2\nlet snake_case = 1;',
    );
  });

  it('is there at once, whatever the text is made of', () => {
    for (const piece of ['```\n', '\n', '|', ' ', '[', '[a](', '*', '- ', '| - '])
      expect(plainText(`${piece.repeat(50_000)}x`)).toMatch(/x$/);
  });
});
