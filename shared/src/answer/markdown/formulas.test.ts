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
    ['$\\alpha$', '\\alpha'],
    ['$E=mc^2$', 'E=mc^2'],
    ['設$x^2$為正', 'x^2'],
    ['有$n$個', 'n'],
    ['ค่า$x$คือ', 'x'],
    ['the $n$th of', 'n'],
    ['the $x$-axis', 'x'],
    ['about $5$ of', '5'],
    ['$2x + 3$', '2x + 3'],
    ['$\\$5 + x$', '\\$5 + x'],
    ['$v = \\text{a long way in} / t$', 'v = \\text{a long way in} / t'],
    ['$Profit = Revenue - Cost$', 'Profit = Revenue - Cost'],
    ['$3 \\text{ kg of it}$', '3 \\text{ kg of it}'],
    ['$\\sin x + log y$', '\\sin x + log y'],
    ['$log x mod y$', 'log x mod y'],
    ['$\\ce{2H2 + O2 -> 2H2O}$', '\\ce{2H2 + O2 -> 2H2O}'],
    ['**$x$**', 'x'],
    ['- $x$', 'x'],
    ['> $x$', 'x'],
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
    ['> $$\n> a\n>\n> b\n> $$', 'a\n\nb'],
    ['- item\n\n  $$\n  x\n  $$', 'x'],
    ['> \\[ a \\\\\n> b \\]', 'a \\\\\nb'],
    ['\\begin{align}\na &= b\n\\end{align}', '\\begin{align}\na &= b\n\\end{align}'],
    ['\\begin{align*}\na &= b\n\\end{align*}', '\\begin{align*}\na &= b\n\\end{align*}'],
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
    '$AAPL,$MSFT',
    '$AAPL, $MSFT and $TSLA',
    '$HOME/$USER',
    '$PATH:$HOME',
    '${HOME}/${USER}',
    '$HOME_DIR/$USER_NAME',
    '$(pwd):$(ls)',
    '"$A"/"$B"',
    '$A$1:$B$2',
    'US$5 and $6',
    'costs $5, or 10$',
    'between $5 and 10$ a month',
    '$5/month or 10$/month',
    '$1,000–$2,000',
    '從$500到$800',
    '$500到800$',
    'NT$1,000和NT$2,000',
    'R$ 10 e R$ 20',
    '$AAPL rose and MSFT$',
    '| $5 | $10 |',
    '|$5|10$|',
    '\\$5 and \\$6',
    'from $$ (moderate) to $$ (dear)',
    '$$$',
    'as \\[1\\] and \\[1, 2\\] say',
    '\\[\\\\\\]',
    '\\\\(x\\\\)',
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
    ['so $E', 'so '],
    ['so $E=mc', 'so '],
    ['so $x + y', 'so '],
    ['so $\\frac{1}', 'so '],
    ['so $AAPL is', 'so $AAPL is'],
    ['from $$ (moderate) to', 'from $$ (moderate) to'],
    ['so\n\n\\begin{ali', 'so\n\n'],
    ['so\n\n\\begin{align}\na &= b \\\\', 'so\n\n'],
    ['in C:\\Users', 'in C:\\Users'],
  ])('waits for the end of one that has begun: %j', (text, drawn) => {
    expect(withoutHalfFormula(text)).toBe(drawn);
  });

  it('takes as long as the text is', () => {
    for (const piece of ['$', '$a', '$ ', '\\(', '\\[', '\\begin{align}', '$\\', '`$', '$x y', '\\begin{'])
      expect(extractFormulas(`${piece.repeat(8000 / piece.length)}\n`).text).toContain('\n');
  });

  it('does not wait for ever', () => {
    for (const text of [`echo $MY_PATH ${'and words '.repeat(20)}`, `$$${'x'.repeat(3000)}`])
      expect(withoutHalfFormula(text)).toBe(text);
  });
});
