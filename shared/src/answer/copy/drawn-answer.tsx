import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Citation } from '../../contract/api/runs/runs.ts';
import { definitionsIn, noDefinitions } from '../markdown/definitions.ts';
import { NotedContext, Notes } from '../markdown/notes.tsx';
import { type Blocks, splitBlocks } from '../state/blocks.ts';
import { CitedContext } from '../view/citations.ts';

/** The renderer of answers, which is a chunk of its own and has been loaded for the page. */
type Renderer = typeof import('../markdown/markdown-block.tsx');

type CopiedAnswer = {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The list of sources, as HTML. */
  readonly sources: string;
};

const ignore = () => undefined;

/** Draws an answer beside the page, where parts out of sight are drawn as well, and returns it as plain HTML. */
export function answerHtml({ text, citations, sources }: CopiedAnswer, renderer: Renderer): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  try {
    flushSync(() => root.render(<Drawn blocks={splitBlocks(text)} citations={citations} renderer={renderer} />));
    return `${renderer.plainHtml(place)}${sources}`;
  } finally {
    root.unmount();
  }
}

type Props = { readonly blocks: Blocks; readonly citations: readonly Citation[]; readonly renderer: Renderer };

function Drawn({ blocks, citations, renderer: { default: MarkdownBlock } }: Props) {
  const definitions = definitionsIn(blocks, noDefinitions);
  const noted = { notes: definitions.notes, idPrefix: 'copied-' };
  const drawn = (block: string) => <MarkdownBlock text={block} definitions={definitions} isGrowing={false} />;
  return (
    <CitedContext value={{ citations, open: ignore }}>
      <NotedContext value={noted}>
        {blocks.map((block, at) => (
          <div key={at}>{drawn(block)}</div>
        ))}
        {noted.notes.length > 0 && <Notes noted={noted} textOf={(note) => drawn(note.text)} />}
      </NotedContext>
    </CitedContext>
  );
}
