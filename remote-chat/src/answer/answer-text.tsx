import { lazy, memo, Suspense } from 'react';
import type { Blocks } from './blocks.ts';
import answerText from './answer-text.module.css';
import { steadyTail } from './steady-tail.ts';

/** A chunk of its own: what parses markdown is larger than the rest of the screen, and changes more seldom. */
const Markdown = lazy(() => import('./markdown.tsx'));

/** A finished block has the same text for ever, so it is parsed and drawn once. */
const Block = memo(function Block({ text, idPrefix }: { readonly text: string; readonly idPrefix: string }) {
  return (
    <Suspense fallback={<p className={answerText.plain}>{text}</p>}>
      <Markdown text={text} idPrefix={idPrefix} />
    </Suspense>
  );
});

type Written = {
  readonly id: string;
  readonly blocks: Blocks;
  /** Whether the end is still being written. */
  readonly isGrowing: boolean;
};

export function AnswerText({ id, blocks, isGrowing }: Written) {
  const last = blocks.length - 1;
  return (
    <div className={`${answerText.text} ${isGrowing ? answerText.growing : ''}`}>
      {blocks.map((block, index) => (
        // Blocks are only ever added at the end, so the place of one is its identity.
        <Block key={index} text={isGrowing && index === last ? steadyTail(block) : block} idPrefix={`answer-${id}-${index}-`} />
      ))}
    </div>
  );
}
