import { extractPassages } from '../../../extraction/extract.ts';
import { ExtractionFailure } from '../../../extraction/document.ts';
import type { OutgoingAnswer } from '../../../outgoing/outgoing.ts';
import { kindOfMediaType } from '../../../extraction/file-kinds.ts';
import { type Reach, type ToolSource, ToolSaysNo } from './tool-source.ts';

const pageMaxBytes = 3_000_000;
const readingLimits = { timeMs: 15_000, heapMegabytes: 256, bufferBytes: 200_000_000 };

/** Reads what stands on a page of the web, as text. */
export const webPage = ({ outgoing }: Reach): ToolSource => ({
  functions: () =>
    Promise.resolve([
      {
        name: 'read_page',
        description: 'Fetches a page of the public web and gives its text.',
        parameters: { type: 'object', properties: { url: { type: 'string', description: 'The whole address, with https://' } }, required: ['url'], additionalProperties: false },
        effect: 'reads',
      },
    ]),
  async call(_, { url }, signal) {
    const answer = await outgoing.get(String(url), { signal, maxBytes: pageMaxBytes, headers: { accept: 'text/html, text/plain;q=0.9, application/pdf;q=0.8, */*;q=0.1' } });
    if (answer.status >= 400) throw new ToolSaysNo(`The server answered ${answer.status}.`);
    return `${answer.url}\n\n${await textOf(answer, signal)}`;
  },
});

/** In a thread that may fail: a page may have been made to break its reader. */
async function textOf({ contentType, bytes }: OutgoingAnswer, signal: AbortSignal): Promise<string> {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = kindOfMediaType(mediaType === 'application/xhtml+xml' ? 'text/html' : mediaType);
  if (kind?.kind !== 'document') throw new ToolSaysNo(`It is no text but “${mediaType.slice(0, 100)}”.`);
  try {
    const { passages } = await extractPassages({ format: kind.format === 'html' ? 'page' : kind.format, bytes }, signal, readingLimits);
    let heading = '';
    return passages
      .map((passage) => {
        const isNew = passage.heading !== heading && passage.heading !== '';
        heading = passage.heading;
        return isNew ? `# ${passage.heading}\n${passage.content}` : passage.content;
      })
      .join('\n\n');
  } catch (error) {
    throw error instanceof ExtractionFailure ? new ToolSaysNo('There is no text that can be read.') : error;
  }
}
