import type { CopiedText } from '../../ui/controls/use-copy.ts';
import type { Citation } from '../../contract/api/runs/runs.ts';

type Answer = { readonly text: string; readonly citations: readonly Citation[] };

/** Returns what is copied of an answer: its Markdown and the same as HTML, each with its sources at the end. */
export function copiedAnswer({ text, citations }: Answer, sourcesTitle: string): CopiedText {
  const sources = citations.map(({ number, file_name: file, heading }) => ({
    number,
    name: heading === '' ? file : `${file}, ${heading}`,
  }));
  if (sources.length === 0) return { text, html: () => htmlOf({ text, citations }, '') };
  const list = sources.map(({ number, name }) => `[${number}] ${name}`).join('\n');
  return {
    text: `${text.trimEnd()}\n\n${sourcesTitle}\n${list}`,
    html: () => htmlOf({ text, citations }, listOf(sourcesTitle, sources)),
  };
}

async function htmlOf(answer: Answer, sources: string): Promise<string> {
  const [{ answerHtml }, renderer] = await Promise.all([
    import('./drawn-answer.tsx'),
    import('../markdown/markdown-block.tsx'),
  ]);
  return answerHtml({ ...answer, sources }, renderer);
}

function listOf(title: string, sources: readonly { readonly number: number; readonly name: string }[]): string {
  const place = document.createElement('div');
  const head = document.createElement('p');
  head.append(title);
  place.append(head);
  for (const { number, name } of sources) {
    const line = document.createElement('p');
    line.append(`[${number}] ${name}`);
    place.append(line);
  }
  return place.innerHTML;
}
