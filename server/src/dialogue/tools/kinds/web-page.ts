import { type ExtractionCode, ExtractionFailure } from '../../../library/extraction/document.ts';
import { extractPassages } from '../../../library/extraction/extract.ts';
import { kindOfMediaType } from '../../../library/extraction/file-kinds.ts';
import { LedToAnotherHost } from '../../../platform/outgoing/outgoing-failure.ts';
import type { OutgoingAnswer } from '../../../platform/outgoing/outgoing.ts';
import { type ThreadLimits, ThreadLimitReached } from '../../../platform/threads/in-thread.ts';
import { PlacesFull } from '../../../platform/threads/places.ts';
import type { ReadingFor } from '../../../platform/threads/reading.ts';
import { isMedia, resultOfMedia } from './http-answer.ts';
import { type Reach, type ToolSource, ToolSaysNo } from './tool-source.ts';

const pageMaxBytes = 3_000_000;
const readingLimits: ThreadLimits = { timeMs: 15_000, heapMegabytes: 256, bufferBytes: 200_000_000 };

/** Reads the text of a web page. */
export const webPage = ({ organizationId, outgoing }: Reach, limits: ThreadLimits = readingLimits): ToolSource => ({
  functions: () =>
    Promise.resolve({
      leftOut: [],
      functions: [
        {
          name: 'read_page',
          description: 'Fetches a page of the public web and gives its text.',
          parameters: {
            type: 'object',
            properties: { url: { type: 'string', description: 'The whole address, with https://' } },
            required: ['url'],
            additionalProperties: false,
          },
          effect: 'reads',
        },
      ],
    }),
  async call(_, { url }, { signal, bounds = null }) {
    const answer = await outgoing
      .get(String(url), {
        signal,
        staysOnHost: bounds === 'host',
        maxBytes: pageMaxBytes,
        headers: { accept: 'text/html, text/plain;q=0.9, application/pdf;q=0.8, */*;q=0.1' },
      })
      .catch(sayingWhere);
    if (answer.status >= 400) throw new ToolSaysNo(`The server answered ${answer.status}.`);
    if (isMedia(answer)) {
      const { text: named, contents } = await resultOfMedia(answer);
      if (contents !== undefined) return { text: `${answer.url}\n\n${named}`, contents };
    }
    const text = await textOf(answer, { lane: 'interactive', organizationId, signal }, limits);
    return { text: `${answer.url}\n\n${text}` };
  },
});

/** Tells the model of a redirect to an address that nobody has named: it may ask for that. */
function sayingWhere(error: unknown): never {
  throw error instanceof LedToAnotherHost
    ? new ToolSaysNo(
        `The page leads on to ${error.to}, which is on another host. Call that address itself if it is needed.`,
      )
    : error;
}

/** Reads in a thread that may fail: a page may have been made to break its reader. */
async function textOf(
  { contentType, bytes }: OutgoingAnswer,
  reading: ReadingFor,
  limits: ThreadLimits,
): Promise<string> {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = kindOfMediaType(mediaType === 'application/xhtml+xml' ? 'text/html' : mediaType);
  if (kind?.kind !== 'document') throw new ToolSaysNo(`It is no text but “${mediaType.slice(0, 100)}”.`);
  try {
    const { passages } = await extractPassages(
      { format: kind.format === 'html' ? 'page' : kind.format, bytes },
      reading,
      limits,
    );
    let heading = '';
    return passages
      .map((passage) => {
        const isNew = passage.heading !== heading && passage.heading !== '';
        heading = passage.heading;
        return isNew ? `# ${passage.heading}\n${passage.content}` : passage.content;
      })
      .join('\n\n');
  } catch (error) {
    throw wordsOf(error);
  }
}

/** Explains to a model why there is no text: it may know another page, or come again. */
function wordsOf(error: unknown): unknown {
  if (error instanceof PlacesFull)
    return new ToolSaysNo('Too many pages are being read at the moment. Try again a little later.');
  if (!(error instanceof ExtractionFailure)) return error;
  if (error.cause instanceof ThreadLimitReached)
    return new ToolSaysNo(
      error.cause.limit === 'time' ? 'The page took too long to read.' : 'The page takes too much memory to be read.',
    );
  return new ToolSaysNo(failures[error.code]);
}

const failures: Readonly<Record<ExtractionCode, string>> = {
  file_too_complex: 'The page is too long to be read.',
  file_empty: 'There is no text on the page.',
  file_text_unmapped: 'Its fonts do not say which characters they show, so there is no text that can be read.',
  file_encrypted: 'A password is needed to read it.',
  heic_unsupported: 'It is a picture in HEIC, which has no text.',
  file_type_mismatch: 'It is not what its server says it is.',
  file_unreadable: 'There is no text that can be read.',
};
