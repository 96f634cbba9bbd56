import { extendBlocks, isDefinition, splitBlocks } from './blocks.ts';
import type { Blocks } from './blocks.ts';

const sample = [
  '# Leave\n\n',
  'Thirty days a year. 🏖️\nOn two lines.\n\n',
  '1. first\n\n2. second\n\n   still second\n\n   ```sh\n   ls\n\n   ```\n\n3. third\n\n',
  '```ts\nconst a = 1;\n\n\nconst b = 2;\n```\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '- one\n- two\n\n',
  '> quoted\n\n',
  '    indented\n\n    code\n\n',
  'The end [1].',
];

describe('splitting an answer into blocks', () => {
  it('cuts between top-level blocks and nowhere else', () => {
    expect(splitBlocks(sample.join(''))).toEqual(sample);
  });

  it('loses and adds no character', () => {
    for (const text of ['', '\n', '\n\n\n', 'a\r\n\r\nb', '```\nopen fence\n\nnever closed', '- a\n\n\n\nb']) {
      expect(splitBlocks(text).join('')).toBe(text);
    }
  });

  it('cuts before and behind code without a blank line between', () => {
    expect(splitBlocks('See:\n```js\na\n```\nDone.\n- one\n')).toEqual(['See:\n', '```js\na\n```\n', 'Done.\n- one\n']);
    expect(splitBlocks('- item\n```\nouter\n```\n')).toEqual(['- item\n', '```\nouter\n```\n']);
    expect(splitBlocks('Not ```code``` but\n```so``` is this.\n')).toHaveLength(1);
  });

  it('cuts between lists of another kind, and not within one', () => {
    expect(splitBlocks('- a\n  1. b\n- c\n\n1. d\n2. e\n* f\n\n- [x] g\n')).toEqual([
      '- a\n  1. b\n- c\n\n',
      '1. d\n2. e\n',
      '* f\n\n',
      '- [x] g\n',
    ]);
  });

  it('keeps a formula whole across its blank lines, and gives one up that nobody closes', () => {
    expect(splitBlocks('$$\na\n\nb\n$$\n\nText.')).toEqual(['$$\na\n\nb\n$$\n\n', 'Text.']);
    expect(splitBlocks('\\[\na\n\nb\n\\]\n\nText.')).toHaveLength(2);
    expect(splitBlocks(`$$\n${'words and words\n\n'.repeat(300)}`).length).toBeGreaterThan(100);
  });

  it('makes each definition a block of its own, with what belongs to it', () => {
    const parts = [
      'See [the rules][r] and[^1].\n\n',
      '[r]: https://example.com\n',
      '[^1]: A note\n    in two lines.\n\n    And a paragraph.\n',
      '[^2]: Another.\n\n',
      'More.',
    ];
    expect(splitBlocks(parts.join(''))).toEqual(parts);
  });

  it('takes nothing within code for a definition, a heading or the end of a list', () => {
    const parts = [
      '- item\n  ```md\n  [r]: https://example.com\n\n  # no heading\n  ```\n',
      '```md\n[r]: https://example.com\n[^1]: a note\n\n- one\n```\n',
      'Text.\n\n',
      'More.',
    ];
    expect(splitBlocks(parts.join(''))).toEqual(parts);
    const [, code = ''] = parts;
    expect(isDefinition(code)).toBe(false);
  });

  it('lets no paragraph grow without end, and cuts no character in half', () => {
    for (const text of [
      'word '.repeat(5000),
      'x'.repeat(20_000),
      '🍀'.repeat(6000),
      'A line of words.\n'.repeat(2000),
    ]) {
      const blocks = splitBlocks(text);
      expect(blocks.join('')).toBe(text);
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(4000);
        expect(block).not.toMatch(/[\uD800-\uDBFF]$/);
      }
    }
  });

  it('gives the same blocks however the text arrives', () => {
    const text = sample.join('');
    for (const step of [1, 2, 3, 7, 50]) {
      let blocks: Blocks = [];
      for (let at = 0; at < text.length; at += step) {
        blocks = extendBlocks(blocks, text.slice(at, at + step));
        expect(blocks).toEqual(splitBlocks(text.slice(0, at + step)));
      }
    }
  });

  it('gives the same blocks of a long text, of code between words and of definitions however they arrive', () => {
    const texts = [
      'word '.repeat(2500),
      'See:\n```js\na`b\n\n```\nDone[^1].\n```so``` too\n[^1]: Note.\n[r]: x\nText\n$$\na\n\n$$\nEnd.',
    ];
    for (const text of texts) {
      for (const step of [1, 3, 701]) {
        let blocks: Blocks = [];
        for (let at = 0; at < text.length; at += step) blocks = extendBlocks(blocks, text.slice(at, at + step));
        expect(blocks).toEqual(splitBlocks(text));
      }
    }
  });

  it('leaves the finished blocks untouched as the text grows', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree\n\nfour');
    const after = extendBlocks(before, ' and more\n\nfive');
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after).toHaveLength(5);
  });
});
