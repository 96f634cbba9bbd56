import { memo, Suspense, useMemo, useRef, useState } from 'react';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import answerText from './answer-text.module.css';
import type { Blocks } from '../state/blocks.ts';
import { definitionsIn, noDefinitions } from '../markdown/definitions.ts';
import type { Definitions } from '../markdown/definitions.ts';
import { NotedContext, Notes } from '../markdown/notes.tsx';
import { useNear } from '../markdown/use-near.ts';

/**
 * The markdown renderer, a chunk of its own: the parser is larger than the rest of the screen, and changes more seldom.
 */
const MarkdownBlock = lazyPart(() => import('../markdown/markdown-block.tsx'), AsWritten);
// Preloaded together with the messages, so that they are not seen unformatted first.
MarkdownBlock.preload();

/** Blocks that are rendered, and skipped while out of sight, together. */
const blocksPerSection = 4;
/**
 * Recent sections, more than a window holds, that are never skipped: a browser renders a skippable section a second
 * time when it finds that it is in sight.
 */
const recentSections = 5;
/** The rough characters and height of a line, to reserve room for text never rendered. */
const [lineCharacters, lineHeight] = [85, 26];

type Props = {
  readonly id: string;
  readonly blocks: Blocks;
  /** True while the end is still being written. */
  readonly isGrowing: boolean;
};

/** The text of an answer: finished blocks in sight are rendered once, the growing ones as they come. */
export function AnswerText({ id, blocks, isGrowing }: Props) {
  const definitions = useDefinitions(isGrowing ? blocks.slice(0, -1) : blocks);
  const [wasGrowing, setWasGrowing] = useState(isGrowing);
  if (isGrowing && !wasGrowing) setWasGrowing(true);
  const noted = useMemo(() => ({ notes: definitions.notes, idPrefix: `answer-${id}-` }), [definitions, id]);
  const sections = Array.from({ length: Math.ceil(blocks.length / blocksPerSection) }, (_, at) =>
    blocks.slice(at * blocksPerSection, (at + 1) * blocksPerSection),
  );
  return (
    <NotedContext value={noted}>
      <div className={answerText.text}>
        {/* Blocks are only ever appended, so the index of one is its identity. */}
        {sections.map((section, at) => (
          <Section
            key={at}
            blocks={section}
            definitions={definitions}
            isGrowing={isGrowing && at === sections.length - 1}
            isRecent={wasGrowing && at >= sections.length - recentSections}
          />
        ))}
        {noted.notes.length > 0 && (
          <Notes
            noted={noted}
            textOf={(note) => <Block text={note.text} definitions={definitions} isGrowing={false} />}
          />
        )}
      </div>
    </NotedContext>
  );
}

/** Returns the definitions in finished blocks. The object stays the same until one is added. */
function useDefinitions(finished: Blocks): Definitions {
  const [known, setKnown] = useState(noDefinitions);
  const found = definitionsIn(finished, known);
  if (found !== known) setKnown(found);
  return found;
}

type SectionProps = {
  readonly blocks: Blocks;
  readonly definitions: Definitions;
  readonly isGrowing: boolean;
  readonly isRecent: boolean;
};

const Section = memo(function Section({ blocks, definitions, isGrowing, isRecent }: SectionProps) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element, isGrowing);
  const lines = blocks.reduce((sum, block) => sum + block.split('\n').length + block.length / lineCharacters, 0);
  const place = isGrowing ? answerText.growing : isRecent ? '' : answerText.finished;
  return (
    <div
      ref={element}
      className={`${answerText.section} ${place}`}
      data-anchor=""
      style={{ containIntrinsicBlockSize: `auto ${Math.round(lines * lineHeight)}px` }}
    >
      {isNear ? (
        blocks.map((block, at) => (
          <Block key={at} text={block} definitions={definitions} isGrowing={isGrowing && at === blocks.length - 1} />
        ))
      ) : (
        <AsWritten text={blocks.join('')} />
      )}
    </div>
  );
}, isSameSection);

function isSameSection(before: SectionProps, now: SectionProps): boolean {
  const hasSameState =
    before.definitions === now.definitions && before.isGrowing === now.isGrowing && before.isRecent === now.isRecent;
  return (
    hasSameState &&
    before.blocks.length === now.blocks.length &&
    before.blocks.every((block, at) => block === now.blocks[at])
  );
}

/** A finished block never changes its text, so it is parsed and rendered once. */
const Block = memo(function Block({
  text,
  definitions,
  isGrowing,
}: {
  readonly text: string;
  readonly definitions: Definitions;
  readonly isGrowing: boolean;
}) {
  return (
    <Suspense fallback={<AsWritten text={text} />}>
      <MarkdownBlock text={text} definitions={definitions} isGrowing={isGrowing} />
    </Suspense>
  );
});

/** The source of a block, shown until its renderer is there, or if that cannot be fetched. */
function AsWritten({ text }: { readonly text: string }) {
  return (
    <p className={answerText.plain} dir="auto">
      {text}
    </p>
  );
}
