import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.ts';

const source = path.join(root, 'server', 'src');

/** Which of the server's files of tests are walked on which database, as paths below server/src. */
export type ServerTests = { readonly onPglite: readonly string[]; readonly onPostgres: readonly string[] };

/** Where the embedded database is another thing than PostgreSQL: folders and files, all of which are asked on both. */
const asksTheEmbedded = [
  // How it is opened, migrated, locked, written to the disk, saved and closed, and what a kill leaves of it.
  'backup/backup.test.ts',
  'backup/running.test.ts',
  'demo/',
  'main.test.ts',
  'plugins/db/',
  'modules/automations/killed.test.ts',
  'modules/dialogues/migration.test.ts',
  'modules/knowledge/migration.test.ts',
  'modules/registration/migration.test.ts',
  'modules/usage/killed.test.ts',
  'start.test.ts',
  // Jobs, and what else several would do at once of whom only one may: here there is one connection.
  'jobs/',
  'modules/mail/',
  'modules/models/ledger.test.ts',
  'modules/schedules/many-schedules.test.ts',
  // Answers and streams, which hear of each other in the process itself.
  'modules/dialogues/queue.test.ts',
  'modules/runs/',
  'plugins/event-stream.test.ts',
  'services/',
  // Bytes and many rows, all of them in the memory of one program.
  'modules/files/',
  'modules/uploads/',
  'upkeep/',
  // Search, whose plans and extensions it brings itself.
  'modules/dialogues/search.test.ts',
  'modules/knowledge/indexing.test.ts',
];

/** Several processes and connections on one database, which the embedded one has not. */
const postgresAlone = [
  'backup/move.test.ts',
  'modules/executions/killed.test.ts',
  'plugins/db/broken-connection.test.ts',
  'plugins/db/deadlock.test.ts',
  'plugins/db/migrate-killed.test.ts',
  'plugins/db/migrate-locked.test.ts',
  'plugins/db/silence.test.ts',
  'plugins/db/tenant-role.test.ts',
  'plugins/events.test.ts',
  'testing/test-database.test.ts',
];

/** They keep what they ask in a database, which answers nothing else on the other; or nobody else may open theirs. */
const pgliteAlone = [
  'backup/running.test.ts',
  'plugins/db/embedded-refused.test.ts',
  'plugins/db/full-log.test.ts',
  'plugins/db/maintenance.test.ts',
  'modules/files/not-what-they-say.test.ts',
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
      throw new Error(`There are no tests at server/src/${name}, which scripts/server-tests.ts names.`);
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
