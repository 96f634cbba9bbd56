import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

const source = path.join(root, 'server', 'src');

/** Which of the server's files of tests are walked on which database, as paths below server/src. */
export type ServerTests = { readonly onPglite: readonly string[]; readonly onPostgres: readonly string[] };

/** Where the embedded database is another thing than PostgreSQL: folders and files, all of which are asked on both. */
const asksTheEmbedded = [
  // How it is opened, migrated, locked, written to the disk, saved and closed, and what a kill leaves of it.
  'operations/backup/backup.test.ts',
  'operations/backup/running.test.ts',
  'demo/',
  'main.test.ts',
  'platform/db/',
  'studio/automations/killed.test.ts',
  'dialogue/dialogues/migration.test.ts',
  'library/knowledge/migration.test.ts',
  'people/registration/migration.test.ts',
  'oversight/usage/killed.test.ts',
  'start.test.ts',
  // Jobs, and what else several would do at once of whom only one may: here there is one connection.
  'platform/jobs/',
  'platform/mail/',
  'money/ledger/ledger.test.ts',
  'studio/schedules/many-schedules.test.ts',
  // Answers and streams, which hear of each other in the process itself.
  'dialogue/dialogues/queue.test.ts',
  'dialogue/runs/',
  'platform/http/event-stream.test.ts',
  'services/',
  // Bytes and many rows, all of them in the memory of one program.
  'library/files/',
  'library/uploads/',
  'services/upkeep/',
  // Search, whose plans and extensions it brings itself.
  'dialogue/dialogues/search.test.ts',
  'library/knowledge/indexing.test.ts',
];

/** Several processes and connections on one database, which the embedded one has not. */
const postgresAlone = [
  'operations/backup/move.test.ts',
  'studio/executions/killed.test.ts',
  'platform/db/broken-connection.test.ts',
  'platform/db/deadlock.test.ts',
  'platform/db/migrate-killed.test.ts',
  'platform/db/migrate-locked.test.ts',
  'platform/db/silence.test.ts',
  'platform/db/tenant-role.test.ts',
  'platform/db/events.test.ts',
  'testing/test-database.test.ts',
];

/** They keep what they ask in a database, which answers nothing else on the other; or nobody else may open theirs. */
const pgliteAlone = [
  'operations/backup/running.test.ts',
  'platform/db/embedded-refused.test.ts',
  'platform/db/full-log.test.ts',
  'platform/db/maintenance.test.ts',
  'library/files/not-what-they-say.test.ts',
  'start.test.ts',
];

/** By whom a file of tests comes to a database. */
const leadsToDatabase = /^testing\/(?:old-database|postgres|program|test-database)\.ts$/;

/**
 * What asks no database is walked once. What asks one is walked on PostgreSQL; on PGlite what `asksTheEmbedded` names,
 * and of every folder at least one file.
 */
export function serverTests(): ServerTests {
  const all = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  for (const name of [...asksTheEmbedded, ...postgresAlone, ...pgliteAlone])
    if (!all.some((file) => file.startsWith(name)))
      throw new Error(`There are no tests at server/src/${name}, which tooling/test/server-tests.ts names.`);
  const asking = all.filter(asksDatabase);
  const folders = [...new Set(asking.map((file) => path.posix.dirname(file)))];
  const first = folders.map((folder) =>
    firstOf(
      folder,
      asking.filter((file) => path.posix.dirname(file) === folder),
    ),
  );
  return {
    onPglite: all.filter(
      (file) => !postgresAlone.includes(file) && (!asking.includes(file) || isNamed(file) || first.includes(file)),
    ),
    onPostgres: asking.filter((file) => !pgliteAlone.includes(file)),
  };
}

/** Of these files of a folder: that of its name, or its first where none is asked anyway. */
function firstOf(folder: string, files: readonly string[]): string | undefined {
  const ofItsName = `${folder}/${path.posix.basename(folder)}.test.ts`;
  if (files.includes(ofItsName)) return ofItsName;
  return files.some(isNamed) ? undefined : files[0];
}

const isNamed = (file: string) => asksTheEmbedded.some((name) => file.startsWith(name));

const imported = new Map<string, readonly string[]>();

/** The modules of ours that one names in its imports: types lead to no database. */
function importsOf(file: string): readonly string[] {
  const known = imported.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(path.join(source, file), 'utf8');
  const named = [...text.matchAll(/(?:^(?:import|export)\s+(?!type\b)[^;]*?from |\bimport\()'(\.[^']+\.ts)'/gm)].map(
    ([, to = '']) => path.posix.join(path.posix.dirname(file), to),
  );
  const found = named.filter((it) => existsSync(path.join(source, it)));
  imported.set(file, found);
  return found;
}

function asksDatabase(file: string): boolean {
  const seen = new Set([file]);
  for (const module of seen) for (const next of importsOf(module)) seen.add(next);
  return [...seen].some((module) => leadsToDatabase.test(module));
}
