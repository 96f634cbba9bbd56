import { screen } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { policyCitation } from '../examples/examples.ts';
import { AnswerText } from './answer-text.tsx';
import { splitBlocks } from './blocks.ts';
import { CitedContext } from './citations.ts';

fakeServer();
// Once, so that no test waits for it.
beforeAll(() => import('./markdown.tsx'));

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
    expect(screen.getByRole('button', { name: 'Copy the code' })).toBeInTheDocument();
  });

  it('shows HTML as text and runs none of it', async () => {
    const page = await show('Hello <img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n<iframe src="https://example.com"></iframe>\n', 'Hello');
    expect(page.querySelector('img, script, iframe')).toBeNull();
    expect(page).toHaveTextContent('<script>alert(1)</script>');
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<b>x</b>', 'vbscript:x', 'file:///etc/passwd', 'blob:https://example.com/x'])(
    'makes no link of %s',
    async (address) => {
      const page = await show(`Click [the words](${address}).\n\n<${address}>`, 'the words');
      expect(page.querySelector('a')).toBeNull();
    },
  );

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
    expect(screen.getByRole('link', { name: /Picture: a cat/ })).toHaveAttribute('href', 'https://example.com/cat.png');
  });

  it('makes marks of passages that exist, in text only', async () => {
    const page = await show('Thirty days [1], not [2], and `a[1]`.', 'Thirty days');
    expect(screen.getAllByRole('button', { name: 'Source 1: leave-policy.md' })).toHaveLength(1);
    expect(page).toHaveTextContent('not [2], and a[1].');
  });

  it('prefixes ids, so that content cannot take a name of the page', async () => {
    const page = await show('Noted[^constructor].\n\n[^constructor]: Here.\n', 'Here.');
    for (const element of page.querySelectorAll('[id]')) expect(element.id).toMatch(/^(answer-1-|footnote-label)/);
  });

  it('does not draw finished blocks again while the text grows', async () => {
    const { container, user } = renderScreen(<Growing from={'First paragraph.\n\nSecond one.\n\nThird'} by=" **grows" />);
    await screen.findByText('First paragraph.', { ignore: 'p[class="plain"]' });
    const before = [...container.querySelectorAll('p')];
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('grows')).toHaveProperty('tagName', 'STRONG');
    for (const [index, paragraph] of before.slice(0, 2).entries()) expect(container.querySelectorAll('p')[index]).toBe(paragraph);
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
