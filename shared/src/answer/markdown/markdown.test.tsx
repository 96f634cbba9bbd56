import { render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { AnswerText } from '../view/answer-text.tsx';
import { extendBlocks, splitBlocks } from '../state/blocks.ts';
import { CitedContext } from '../view/citations.ts';
import { policyCitation } from './examples.ts';

fakeServer();
// Loads the chunks up front, so that no test waits for them.
beforeAll(() => Promise.all([import('./markdown-block.tsx'), import('./set-formula.tsx'), import('./colours.ts')]));

async function show(markdown: string, marker: string, isGrowing = false) {
  const { container } = renderScreen(
    <CitedContext value={{ citations: [policyCitation], open: () => undefined }}>
      <AnswerText id="1" blocks={splitBlocks(markdown)} isGrowing={isGrowing} />
    </CitedContext>,
  );
  await screen.findByText(marker, { exact: false, ignore: 'p[class="plain"], script, style' });
  return container;
}

describe('the text of an answer', () => {
  it('draws tables, lists and code', async () => {
    await show('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```ts\nlet a = 1;\n```\n', 'let a = 1;');
    expect(screen.getByRole('table')).toHaveTextContent('ab12');
    expect(screen.getByRole('img', { name: 'Done' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Not done' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeInTheDocument();
  });

  it('shows HTML as text and runs none of it', async () => {
    const page = await show(
      'Hello <img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n<iframe src="https://example.com"></iframe>\n',
      'Hello',
    );
    expect(page.querySelector('img, script, iframe')).toBeNull();
    expect(page).toHaveTextContent('<script>alert(1)</script>');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
  ])('makes no link of %s', async (address) => {
    const page = await show(`Click [the words](${address}).\n\n<${address}>`, 'the words');
    expect(page.querySelector('a')).toBeNull();
  });

  it('shows where a link leads, and opens it apart from this page', async () => {
    const page = await show('See [the rules](https://example.com/rules?x=1).', 'the rules');
    const link = screen.getByRole('link', { name: /the rules/ });
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');
    expect(page).toHaveTextContent('(example.com)');
  });

  it('fetches no picture, and links to it', async () => {
    const page = await show('Look: ![a cat](https://example.com/cat.png)', 'Look');
    expect(page.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: /Image: a cat/ })).toHaveAttribute('href', 'https://example.com/cat.png');
  });

  it('makes marks of passages that exist, in text only', async () => {
    const page = await show('Thirty days [1], not [2], and `a[1]`.', 'Thirty days');
    expect(screen.getAllByRole('button', { name: 'Source 1: leave-policy.md' })).toHaveLength(1);
    expect(page).toHaveTextContent('not [2], and a[1].');
  });

  it('says where a link leads, whatever its words say', async () => {
    const page = await show(
      'Go to [https://bank.example](https://evil.example/bank.example), [h](https://evil.example), https://plain.example/a and <mailto:a@b.example>.',
      'Go to',
    );
    expect(page).toHaveTextContent('https://bank.example (opens in a new tab) (evil.example)');
    expect(page).toHaveTextContent('h (opens in a new tab) (evil.example)');
    expect(page).toHaveTextContent('https://plain.example/a (opens in a new tab) and');
    expect(page).toHaveTextContent('a@b.example (opens in a new tab).');
  });

  it('resolves links that are defined elsewhere in the answer', async () => {
    const page = await show('See [the rules][r].\n\nAnd more.\n\n[r]: https://example.com/rules\n', 'And more.');
    expect(screen.getByRole('link', { name: /the rules/ })).toHaveAttribute('href', 'https://example.com/rules');
    expect(page).not.toHaveTextContent('[r]');
  });

  it('gathers footnotes at the end, leads there and back, and takes no name of the page', async () => {
    const page = await show(
      'Noted[^constructor] and not[^missing].\n\n[^constructor]: With **weight**.\n\nThe end.\n',
      'The end.',
    );
    const mark = screen.getByRole('link', { name: 'Footnote 1' });
    expect(page).toHaveTextContent('and not[^missing].');
    const notes = screen.getByRole('region', { name: 'Footnotes' });
    expect(notes).toHaveTextContent('With weight.');
    mark.click();
    expect(within(notes).getByRole('listitem')).toHaveFocus();
    screen.getByRole('link', { name: 'Back to footnote 1 in the text' }).click();
    expect(mark).toHaveFocus();
    expect(window.location.hash).toBe('');
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual(['answer-1-mark-1', 'answer-1-note-1']);
    expect(page.querySelector('[name]')).toBeNull();
  });

  it('sets formulas, in the line and apart, and shows the source of what is none', async () => {
    const page = await show(
      'So $a_b$ and\n\n$$\n\\frac{1}{2}\n$$\n\nbut $\\frac{$ costs $5 and $10.\n',
      'costs $5 and $10.',
    );
    // The node is MathML, which the matchers do not know.
    expect(await screen.findByText('a_b', { selector: 'annotation' })).not.toBeNull();
    expect(
      within(screen.getByRole('group', { name: 'Formula' })).getByText('\\frac{1}{2}', { selector: 'annotation' }),
    ).not.toBeNull();
    expect(await screen.findByText('\\frac{', { selector: 'code' })).toBeInTheDocument();
    expect(page.querySelectorAll('.katex')).toHaveLength(2);
  });

  it('sets chemistry, with macros that come with the first formula of it', async () => {
    const page = await show('Water is $\\ce{H2O}$, and $x$ is none.', 'Water is');
    expect(await screen.findByText('\\ce{H2O}', { selector: 'annotation' })).not.toBeNull();
    expect(page.querySelectorAll('.katex')).toHaveLength(2);
  });

  it('sets environments that stand without dollars', async () => {
    const page = await show('Thus\n\n\\begin{align}\na &= b \\\\\n\nc &= d\n\\end{align}\n\nend.', 'Thus');
    expect(await within(page).findByRole('group', { name: 'Formula' })).toBeInTheDocument();
    expect(page.querySelectorAll('.katex')).toHaveLength(1);
  });

  it('leaves what looks like a formula alone in code, in links and in their addresses', async () => {
    const page = await show(
      'In `$x$` and [$y$](https://example.com/$z$).\n\n- item\n\n  ```sh\n  echo $a$\n  ```\n',
      'item',
    );
    expect(page).toHaveTextContent('In $x$ and');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/$z$');
    expect(page).toHaveTextContent('echo $a$');
  });

  it('colours code in the languages it knows, and copies it as it was', async () => {
    const page = await show('```ts\nconst a: number = 1; // one\n```\n\n```nonsense\nconst b\n```\n', 'nonsense');
    expect(await screen.findByText('const', { selector: 'span.keyword' })).toBeInTheDocument();
    expect(screen.getByText('// one', { selector: 'span.comment' })).toBeInTheDocument();
    expect([...page.querySelectorAll('pre')].map((it) => it.textContent)).toEqual([
      'const a: number = 1; // one',
      'const b',
    ]);
    expect(page.querySelectorAll('pre')[1]?.querySelector('span')).toBeNull();
  });

  it('breaks a line of a table where the model writes <br>', async () => {
    const page = await show('| a | b |\n|---|---|\n| one<br>two | 2 |\n', 'one');
    expect(page.querySelector('td br')).not.toBeNull();
  });

  it('draws long tables and lists in parts that are one table and one list', async () => {
    const rows = Array.from({ length: 80 }, (_, at) => `| row ${at} | ${'x'.repeat(20)} |\n`).join('');
    const items = Array.from({ length: 80 }, (_, at) => `${at + 3}. item ${at} ${'x'.repeat(20)}\n`).join('');
    const page = await show(`| a | b |\n|---|---|\n${rows}\n${items}`, 'item 79');
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(screen.getAllByRole('row')).toHaveLength(81);
    expect(page.querySelectorAll('ol')).toHaveLength(1);
    expect(page.querySelector('ol')).toHaveAttribute('start', '3');
    expect(screen.getAllByRole('listitem')).toHaveLength(80);
  });

  it('turns no text round', async () => {
    const page = await show('Safe \u202Etxet\u2066.\n\n```\nif (a) { \u202E} \u2066\n```\n', 'Safe');
    expect(page.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(page.querySelector('pre')).toHaveTextContent(String.raw`if (a) { \u202E} \u2066`);
  });

  it('does not draw finished blocks again while the text grows', async () => {
    const { container, user } = renderScreen(
      <Growing from={'First paragraph.\n\nSecond one.\n\nThird'} by=" **grows" />,
    );
    await screen.findByText('First paragraph.', { ignore: 'p[class="plain"]' });
    const before = [...container.querySelectorAll('p')];
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('grows')).toHaveProperty('tagName', 'STRONG');
    for (const [index, paragraph] of before.slice(0, 2).entries())
      expect(container.querySelectorAll('p')[index]).toBe(paragraph);
  });

  it('draws a finished block once, however much is written after it', async () => {
    let draws = 0;
    // Counts renders: a mark looks up its passage on each.
    const citations = new Proxy([policyCitation], {
      get: (all, name) => ((draws += name === 'find' ? 1 : 0), Reflect.get(all, name) as unknown),
    });
    const cited = { citations, open: () => undefined };
    let blocks = splitBlocks('Thirty days [1].\n\n| a |\n|---|\n');
    const drawn = () => (
      <CitedContext value={cited}>
        <AnswerText id="1" blocks={blocks} isGrowing />
      </CitedContext>
    );
    const { rerender } = render(drawn());
    await screen.findByRole('table');
    for (let row = 0; row < 60; row += 1) {
      blocks = extendBlocks(blocks, row === 30 ? '\n1. a list\n' : row > 30 ? `1. item ${row}\n` : `| row ${row} |\n`);
      rerender(drawn());
    }
    expect(await screen.findByText('item 59')).toBeInTheDocument();
    expect(draws).toBe(1);
  });
});

function Growing({ from, by }: { readonly from: string; readonly by: string }) {
  const [text, setText] = useState(from);
  return (
    <>
      <AnswerText id="1" blocks={splitBlocks(text)} isGrowing />
      <button type="button" onClick={() => setText(from + by)} />
    </>
  );
}
