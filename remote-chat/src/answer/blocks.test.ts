import { extendBlocks, splitBlocks } from './blocks.ts';
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

  it('keeps a text with definitions whole, because they work across blocks', () => {
    const text = 'See [the rules][r].\n\nMore.\n\n[r]: https://example.com\n';
    expect(splitBlocks(text)).toEqual([text]);
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

  it('becomes whole when a definition arrives late', () => {
    const begun = splitBlocks('See [the rules][r].\n\nMore.\n\nEven more.\n\n');
    expect(begun).toHaveLength(3);
    expect(extendBlocks(begun, '[r]: https://example.com')).toHaveLength(1);
  });

  it('leaves the finished blocks untouched as the text grows', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree\n\nfour');
    const after = extendBlocks(before, ' and more\n\nfive');
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after).toHaveLength(5);
  });
});
