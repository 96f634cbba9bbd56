import { extractFormulas, withoutHalfFormula } from './formulas.ts';

const inline = (text: string) =>
  extractFormulas(text)
    .formulas.filter(({ isDisplay }) => !isDisplay)
    .map(({ tex }) => tex);
const display = (text: string) =>
  extractFormulas(text)
    .formulas.filter(({ isDisplay }) => isDisplay)
    .map(({ tex }) => tex);

describe('formulas in an answer', () => {
  it.each([
    ['$x^2$', 'x^2'],
    ['so $a_b$ and', 'a_b'],
    ['so \\(a_b\\) and', 'a_b'],
    ['the $$x$$ here', 'x'],
    ['| a | $|x|$ |', '|x|'],
    ['（$x$）', 'x'],
  ])('finds the one in the line %j', (text, tex) => {
    expect(inline(text)).toEqual([tex]);
    expect(display(text)).toEqual([]);
  });

  it.each([
    ['$$\nx\n$$', 'x'],
    ['$$x$$', 'x'],
    ['Thus\n$$x$$\nis', 'x'],
    ['\\[\nx\n\n+ y\n\\]', 'x\n\n+ y'],
    ['so \\[x\\] is', 'x'],
  ])('finds the one that stands alone in %j', (text, tex) => {
    expect(display(text)).toEqual([tex]);
    expect(inline(text)).toEqual([]);
  });

  it.each([
    'costs $5 and $10',
    '$5/$10',
    'US$5$',
    '`$x$` is code',
    '``a ` $x$``',
    '\\$x\\$',
    '$ x $',
    '$$',
    '$$ $$',
    'echo $PATH and $HOME',
  ])('finds none in %j', (text) => {
    expect(extractFormulas(text)).toEqual({ text, formulas: [] });
  });

  it('holds a place for each, whatever the text says', () => {
    expect(extractFormulas('a \uE0005\uE001 $x$ and $y$.').text).toBe('a 5 \uE0000\uE001 and \uE0001\uE001.');
  });

  it.each([
    ['so $x^', 'so '],
    ['so $$x + y', 'so '],
    ['so \\(x', 'so '],
    ['so \\', 'so '],
    ['costs $5', 'costs $5'],
    ['so $x^2$ and', 'so $x^2$ and'],
  ])('waits for the end of one that has begun: %j', (text, drawn) => {
    expect(withoutHalfFormula(text)).toBe(drawn);
  });

  it('does not wait for ever', () => {
    for (const text of [`echo $MY_PATH ${'and words '.repeat(20)}`, `$$${'x'.repeat(3000)}`])
      expect(withoutHalfFormula(text)).toBe(text);
  });
});
