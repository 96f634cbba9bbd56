import { act, render } from '@testing-library/react';
import { loadRenderer } from '../../testing/drawn-answer.tsx';
import { splitBlocks } from '../state/blocks.ts';
import { AnswerText } from '../view/answer-text.tsx';

beforeAll(loadRenderer);

async function page(markdown: string): Promise<Element> {
  const { container } = render(<AnswerText id="1" blocks={splitBlocks(markdown)} isGrowing={false} />);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return container;
}

/** Lists the elements that have a direction of their own, the outer ones first. */
const directed = (root: Element) =>
  [...root.querySelectorAll('[dir]')].map((it) => `${it.tagName.toLowerCase()} ${it.getAttribute('dir')}`);

describe('the direction of an answer', () => {
  it.each([
    ['مرحبا', 'p auto'],
    ['# عنوان', 'h3 auto'],
    ['#### عنوان', 'h4 auto'],
    ['- واحد\n- اثنان', 'ul auto'],
    ['1. واحد\n\n2. اثنان', 'ol auto'],
    ['> اقتباس\n>\n> آخر', 'blockquote auto'],
    ['| أ | ب |\n|---|---|\n| ج | د |', 'table auto'],
    [`${'- '.padEnd(400, 'واحد ')}\n`.repeat(3), 'ul auto'],
    [`${'1. '.padEnd(400, 'واحد ')}\n`.repeat(3), 'ol auto'],
    ['['.repeat(3000), 'p auto'],
    ['<div>مرحبا</div>\n', 'p auto'],
  ])('is that of its first letter, once for each block: %j', async (text, elements) => {
    expect(directed(await page(text))).toEqual([elements]);
  });

  it('is left to right in code and formulas, which do not count for their block', async () => {
    expect(directed(await page('`npm i` تثبيت $x$ و\n\n- `a` واحد\n\n```sh\nls\n```\n\n$$\nx\n$$\n'))).toEqual([
      ...['p auto', 'code ltr', 'span ltr'],
      ...['ul auto', 'code ltr'],
      'pre ltr',
      ...['p auto', 'span ltr', 'span ltr'],
    ]);
  });
});
