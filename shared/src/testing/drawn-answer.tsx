import { startI18n } from '@parlance/shared/i18n';
import { act, render } from '@testing-library/react';
import { extendBlocks, splitBlocks } from '../answer/state/blocks.ts';
import type { Blocks } from '../answer/state/blocks.ts';
import { AnswerText } from '../answer/view/answer-text.tsx';
import { CitedContext } from '../answer/view/citations.ts';
import { policyCitation } from '../answer/markdown/examples.ts';
import { canonicalHtml } from './canonical-html.ts';
import { allTexts } from './texts.ts';

/** Loads the renderer of answers and its texts, so that what is drawn is there in the next turn. */
export async function loadRenderer(): Promise<void> {
  void startI18n({ resources: allTexts(), language: 'en' }); // all texts are given, so it is ready on return
  await Promise.all([
    import('../answer/markdown/markdown-block.tsx'),
    import('../answer/markdown/set-formula.tsx'),
    import('../answer/markdown/set-chemistry.tsx'),
    import('../answer/markdown/colours.ts'),
  ]);
}

const cited = {
  citations: [1, 2, 3, 12].map((number) => ({ ...policyCitation, number })),
  open: () => undefined,
};
const inTheNextTurn = () => act(() => new Promise((resolve) => setTimeout(resolve)));

const answer = (blocks: Blocks, isGrowing: boolean) => (
  <CitedContext value={cited}>
    <AnswerText id="1" blocks={blocks} isGrowing={isGrowing} />
  </CitedContext>
);

/** Draws an answer that rests on the sources 1, 2, 3 and 12, and returns its canonical HTML. */
export async function drawnAnswer(markdown: string, isGrowing = false): Promise<string> {
  const { container, unmount } = render(answer(splitBlocks(markdown), isGrowing));
  await inTheNextTurn();
  const html = canonicalHtml(container);
  unmount();
  return html;
}

/**
 * Draws an answer that comes character by character, after every `step` of them, and returns what is seen of it in the
 * end.
 */
export async function streamedAnswer(markdown: string, step = 1): Promise<string> {
  let blocks: Blocks = [];
  const { container, rerender, unmount } = render(answer(blocks, true));
  for (const [at, character] of [...markdown].entries()) {
    blocks = extendBlocks(blocks, character);
    if (at % step === 0) rerender(answer(blocks, true));
  }
  rerender(answer(blocks, false));
  await inTheNextTurn();
  const html = canonicalHtml(container);
  unmount();
  return html;
}
