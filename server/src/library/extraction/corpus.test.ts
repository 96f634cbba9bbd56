import { readFileSync, readdirSync } from 'node:fs';
import { kindOfName } from './file-kinds.ts';
import { readDocument } from './read-document.ts';
import { checkContent } from './sniff.ts';

type CorpusFile = {
  readonly name: string;
  /** What each stands in the headings or contents of its passages. */
  readonly holds: readonly string[];
  /** What must not: deleted words, codes. */
  readonly lacks?: readonly string[];
  /** The pages that cannot be read, with the reason; none for other files. */
  readonly unread?: readonly string[];
  /** The code it is refused with. */
  readonly fails?: string;
  /** What stands there exactly once. */
  readonly once?: readonly string[];
};

const folder = new URL('corpus/', import.meta.url);
const corpus = JSON.parse(readFileSync(new URL('files.json', folder), 'utf8')) as CorpusFile[]; // written by hand

/** Returns what is wrong with the way a file is read, from its name to its passages. */
async function faultsOf({ name, holds, lacks = [], once = [], unread = [], fails }: CorpusFile): Promise<string[]> {
  const kind = kindOfName(name);
  if (kind?.kind !== 'document') return ['is not accepted'];
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
  try {
    await checkContent(bytes, kind);
    const outcome = await readDocument({ format: kind.format, bytes });
    if (!outcome.ok) return outcome.code === fails ? [] : [`${outcome.code}: ${outcome.reason}`];
    const { passages, unreadPages } = outcome;
    const missing = (unreadPages?.ranges ?? []).map(({ first, last, reason }) => `${first}–${last} ${reason}`);
    const text = passages.map(({ heading, content }) => `# ${heading}\n${content}`).join('\n');
    return [
      ...(fails === undefined ? [] : ['is read']),
      ...(missing.join() === unread.join() ? [] : [`cannot be read on ${missing.join()}`]),
      ...holds.filter((words) => !text.includes(words)).map((words) => `lacks ${JSON.stringify(words)}`),
      ...lacks.filter((words) => text.includes(words)).map((words) => `has ${JSON.stringify(words)}`),
      ...once
        .map((words) => [words, text.split(words).length - 1] as const)
        .filter(([, times]) => times !== 1)
        .map(([words, times]) => `has ${JSON.stringify(words)} ${times} times`),
    ];
  } catch (error) {
    return [String(error)];
  }
}

test('files as Office, LibreOffice, scripts and mail programs make them', async () => {
  const faults = new Map<string, string[]>();
  for (const file of corpus) {
    const found = await faultsOf(file);
    if (found.length > 0) faults.set(file.name, found);
  }
  console.info(`Corpus: ${corpus.length - faults.size} of ${corpus.length} files are read as they should be`);
  expect(Object.fromEntries(faults)).toEqual({});
}, 60_000);

test('each file of the folder is in the table', () => {
  const files = readdirSync(folder).filter((name) => !/^(files\.json|make.*\.py)$/.test(name));
  expect(files.toSorted()).toEqual(corpus.map(({ name }) => name).toSorted());
  expect(files.length).toBeGreaterThanOrEqual(60);
});
