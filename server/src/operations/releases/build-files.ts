import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { registryEntry, type RegistryEntry } from '@parlance/shared/remote/registry';
import * as z from 'zod/mini';
import { surface } from './surface.ts';

/**
 * `host.json`, `login.json`, `form.json`, `operator.json` and `painted.json`: what an entry of the host's build
 * consists of (tooling/build/plugins/host-files.ts).
 */
const programFiles = z.object({
  entries: z.record(z.string(), z.array(z.string())),
  /** The parts that have a name. */
  parts: z._default(z.record(z.string(), z.array(z.string())), {}),
  shared: z.record(z.string(), z.array(z.string())),
  /** What the host offers to remotes. */
  surface: z._default(surface, {}),
});
export type ProgramFiles = z.infer<typeof programFiles>;

/** A remote and the folder its files are in. */
export type ServedRemote = { readonly entry: RegistryEntry; readonly folder: string };

const registryLine = z.extend(registryEntry, { dir: z.string() });

/** Reads a file again only when it changed. A file that is not there, or half written, leaves what was read before. */
function rereadWhenChanged<T>(
  file: string,
  parse: (content: string) => T,
  complain: (error: unknown) => void,
): () => Promise<T | null> {
  let seen = '';
  let value: T | null = null;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const now = `${mtimeMs}/${size}/${ino}`;
      if (now === seen) return value;
      value = parse(await readFile(file, 'utf8'));
      seen = now;
    } catch (error) {
      if (seen !== 'reported') complain(error);
      seen = value === null ? 'reported' : seen;
    }
    return value;
  };
}

export type BuildFiles = {
  /** The remotes of the registry; a line that cannot be read costs that one remote. */
  readonly remotes: () => Promise<readonly ServedRemote[]>;
  readonly program: (name: 'host' | 'login' | 'form' | 'operator' | 'painted') => Promise<ProgramFiles>;
  /** A page, a language's texts or the script that stands in a page from the host's build, as text. */
  readonly text: (file: string) => Promise<string>;
  readonly hostFolder: string;
};

type Options = {
  readonly hostFolder: string;
  readonly registryFile: string;
  readonly complain: (sentence: string, error?: unknown) => void;
};

/** What the builds put on disk, always as it is there now: a deployment changes files, not this process. */
export function openBuildFiles({ hostFolder, registryFile, complain }: Options): BuildFiles {
  const registry = rereadWhenChanged(
    registryFile,
    (content) => readLines(JSON.parse(content), path.dirname(registryFile), complain),
    (error) => complain(`The registry ${registryFile} cannot be read. Run the build, or set REGISTRY_FILE.`, error),
  );
  const kept = new Map<string, () => Promise<unknown>>();
  const hostFile = <T>(file: string, parse: (content: string) => T): Promise<T | null> => {
    const complainOf = (error: unknown) =>
      complain(`${path.join(hostFolder, file)} cannot be read. Run the build.`, error);
    const read = kept.get(file) ?? rereadWhenChanged(path.join(hostFolder, file), parse, complainOf);
    kept.set(file, read);
    return read() as Promise<T | null>; // a file is always asked for with the same parser
  };
  const required = async <T>(file: string, parse: (content: string) => T): Promise<T> => {
    const value = await hostFile(file, parse);
    if (value === null) throw new Error(`${path.join(hostFolder, file)} is not there. Run the build: npm run build.`);
    return value;
  };
  return {
    hostFolder,
    remotes: async () => (await registry()) ?? [],
    program: (name) => required(`${name}.json`, (content) => programFiles.parse(JSON.parse(content))),
    text: (file) => required(file, (content) => content),
  };
}

function readLines(lines: unknown, from: string, complain: Options['complain']): ServedRemote[] {
  if (!Array.isArray(lines)) throw new Error('it is not a list');
  return lines.flatMap((line: unknown, index) => {
    const read = registryLine.safeParse(line);
    if (!read.success) {
      complain(`Line ${index + 1} of the registry cannot be read; that remote is left out.`, read.error);
      return [];
    }
    const { dir, ...entry } = read.data;
    return [{ entry, folder: path.resolve(from, dir) }];
  });
}
