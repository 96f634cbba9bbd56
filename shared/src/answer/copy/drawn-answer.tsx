import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Citation } from '../../contract/api/runs/runs.ts';
import { definitionsIn, noDefinitions } from '../markdown/definitions.ts';
import MarkdownBlock from '../markdown/markdown-block.tsx';
import { NotedContext, Notes } from '../markdown/notes.tsx';
import { type Blocks, splitBlocks } from '../state/blocks.ts';
import { CitedContext } from '../view/citations.ts';
import { plainHtml } from './plain-html.ts';

type CopiedAnswer = {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The list of sources, as HTML. */
  readonly sources: string;
};

const ignore = () => undefined;

/** Draws an answer beside the page, where parts out of sight are drawn as well, and returns it as plain HTML. */
export function answerHtml({ text, citations, sources }: CopiedAnswer): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  try {
    flushSync(() => root.render(<Drawn blocks={splitBlocks(text)} citations={citations} />));
    return `${plainHtml(place)}${sources}`;
  } finally {
    root.unmount();
  }
}

function Drawn({ blocks, citations }: { readonly blocks: Blocks; readonly citations: readonly Citation[] }) {
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
