import { isTooDense } from './dense.ts';

describe('what is too dense to be read as markdown', () => {
  it.each([
    ['quotes in one another', '>'.repeat(2000)],
    ['lists in one another', '- '.repeat(2000)],
    ['emphasis in one another', '**a_'.repeat(1000)],
    ['brackets', '['.repeat(3000)],
    ['a block without end', 'word '.repeat(2000)],
  ])('%s', (_, text) => expect(isTooDense(text)).toBe(true));

  it.each([
    ['prose', 'A **bold** word, a [link](https://example.com) and `code`. '.repeat(60)],
    ['a quote in a list', '> - 1. > deep\n'],
    ['a list of short words in bold', '- **a**\n'.repeat(40)],
    ['a rule and a table', `---\n${'| a | b |\n'.repeat(50)}`],
  ])('but not %s', (_, text) => expect(isTooDense(text)).toBe(false));
});
