import { linkDefinition, withoutCode } from './markdown.ts';

describe('code in markdown', () => {
  it.each([
    ['a `b` c', 'a     c'],
    ['a ``b ` c`` d', `a${' '.repeat(11)}d`],
    ['a `b', 'a `b'],
    [String.raw`a \`b\` c`, String.raw`a \`b\` c`],
    ['a `b\n\nc` d', 'a `b\n\nc` d'],
    ['```ts\nb\n```\nc', '     \n \n   \nc'],
    ['```\nb', '   \n '],
    ['````\n```\nb\n````\nc', '    \n   \n \n    \nc'],
    ['- a\n  ```\n  b\n  ```\nc', '- a\n     \n   \n     \nc'],
    ['a\n\n    b\n\nc', 'a\n\n     \n\nc'],
    ['a\n    b', 'a\n    b'],
    ['- a\n\n    b', '- a\n\n    b'],
    ['- a\n\nb\n\n    c', '- a\n\nb\n\n     '],
    ['``` a`b', '``` a`b'],
  ])('of %j is blank', (text, blank) => {
    expect(withoutCode(text)).toBe(blank);
  });
});

describe('a definition of a link', () => {
  it.each([
    '[a]: https://b.example',
    '   [a b]: /c "d"',
    "[a]: <b c> 'd'",
    '[a]: #b (c)',
    '[a\\]]: ./b',
    '[1]:www.b.example',
  ])('is %j', (line) => expect(linkDefinition.test(line)).toBe(true));
  it.each([
    ...['[Note]: important', '[Note]: This is important', '[1]: policy.pdf', '[^1]: /b', '[a]: /b "c" d', '[a]:'],
    ...['[a]: /b "c', 'see [a]: /b', '    [a]: /b', '[]: /b'],
  ])('is not %j', (line) => expect(linkDefinition.test(line)).toBe(false));
});
