import { steadyTail } from './steady-tail.ts';

describe('the tail of an answer that is being written', () => {
  it.each([
    ['plain words', 'plain words'],
    ['this is **very', 'this is **very**'],
    ['this is **very** good', 'this is **very** good'],
    ['this is **', 'this is '],
    ['this is **very*', 'this is **very**'],
    ['an *old', 'an *old*'],
    ['**bold and *both', '**bold and *both***'],
    ['run `npm', 'run `npm`'],
    ['run `npm` now', 'run `npm` now'],
    ['run `', 'run '],
    ['gone ~~away', 'gone ~~away~~'],
    ['snake_case_name', 'snake_case_name'],
    ['2 * 3 = 6', '2 * 3 = 6'],
    ['- an item with **weight', '- an item with **weight**'],
    ['* an item', '* an item'],
    ['Such as:\n-', 'Such as:\n'],
    ['Such as:\n- ', 'Such as:\n'],
    ['Such as:\n---', 'Such as:\n'],
    ['Such as:\n1.', 'Such as:\n'],
    ['- one\n- ', '- one\n'],
    ['Such as:\n---\n', 'Such as:\n---\n'],
    ['in\n2026', 'in\n2026'],
    ['as written [', 'as written '],
    ['as written [1', 'as written '],
    ['as written [1]', 'as written [1]'],
    ['see [the rules](https://exa', 'see the rules'],
    ['see [the rules](https://example.com)', 'see [the rules](https://example.com)'],
    ['a picture ![of a cat](http', 'a picture '],
    ['half an emoji \uD83C', 'half an emoji '],
    ['| a | b |', ''],
    ['| a | b |\n|--', ''],
    ['| a | b |\n|---|---|\n| 1', '| a | b |\n|---|---|\n| 1'],
    ['```ts\nconst a = `', '```ts\nconst a = `'],
    ['```ts\nconst a = 1;\n``', '```ts\nconst a = 1;\n'],
  ])('%j is drawn as %j', (written, drawn) => {
    expect(steadyTail(written)).toBe(drawn);
  });
});
