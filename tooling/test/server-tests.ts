import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

const source = path.join(root, 'server', 'src');

/** The server's test files by the database they run on, as paths below server/src. */
export type ServerTests = { readonly onPglite: readonly string[]; readonly onPostgres: readonly string[] };

/**
 * Tests of everything in which the embedded database differs from PostgreSQL: folders and files, all of which run on
 * both.
 */
const asksTheEmbedded = [
  // Opening, migrating, locking, writing to disk, backing up and closing it, and the remains of a kill.
  'operations/backup/backup.test.ts',
  'main.test.ts',
  'platform/db/',
  'oversight/usage/killed.test.ts',
  // Its errors when it refuses a statement.
  'services/disk-full.test.ts',
  'services/log-canary.test.ts',
  // Jobs, and what else several would do at once of whom only one may: here there is one connection.
  'platform/jobs/',
  'platform/mail/',
  'studio/schedules/many-schedules.test.ts',
  // Answers and streams, which hear of each other in the process itself.
  'dialogue/dialogues/queue.test.ts',
  'dialogue/runs/at-once.test.ts',
  'dialogue/runs/commit.test.ts',
  'dialogue/runs/followed-answers.test.ts',
  'dialogue/runs/other-process.test.ts',
  'dialogue/runs/own-sweep.test.ts',
  'dialogue/runs/runs.test.ts',
  'platform/http/event-stream.test.ts',
  // Bytes and many rows, all of them in the memory of one program.
  'library/files/many-passages.test.ts',
  'library/files/noted-bytes.test.ts',
  'library/files/read-file.test.ts',
  // Search, whose plans and extensions it brings itself.
  'dialogue/dialogues/search.test.ts',
  'library/embeddings/meaning-search.test.ts',
  'library/embeddings/nearest-passages.test.ts',
  'library/knowledge/indexing.test.ts',
];

/** Tests with several processes or connections on one database, which the embedded one lacks. */
const postgresAlone = [
  'dialogue/runs/store-growth.test.ts',
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

/** Tests that start the embedded database themselves, whatever others run on, or do not depend on the database. */
const pgliteAlone = [
  'dialogue/runs/recovery.test.ts',
  'dialogue/runs/tools-killed.test.ts',
  'operations/backup/running.test.ts',
  'platform/db/embedded-refused.test.ts',
  'platform/db/full-log.test.ts',
  'platform/db/maintenance.test.ts',
  'library/files/not-what-they-say.test.ts',
  'platform/telemetry/telemetry.test.ts',
  'start.test.ts',
];

/** Matches the modules by which a test file gets a database. */
const leadsToDatabase = /^testing\/(?:old-database|postgres|program|test-database)\.ts$/;

/**
 * Assigns test files to databases. A file without a database runs once; one with a database runs on PostgreSQL. PGlite
 * runs those of `asksTheEmbedded`, and one file of every room that has none of those. A room is a folder of the first
 * two levels, such as people/teams: each of its files runs the statements that the others run as well.
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
  const rooms = Map.groupBy(
    asking.filter((file) => !postgresAlone.includes(file)),
    roomOf,
  );
  const first = [...rooms].map(([room, files]) => firstOf(room, files));
  return {
    onPglite: all.filter(
      (file) => !postgresAlone.includes(file) && (!asking.includes(file) || isWanted(file) || first.includes(file)),
    ),
    onPostgres: asking.filter((file) => !pgliteAlone.includes(file)),
  };
}

/** The folder of a file, or that around it which lies on the second level. */
export const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

/** Returns the file of a room to run: the one with its name, or the first; none if one runs anyway. */
function firstOf(room: string, files: readonly string[]): string | undefined {
  const ofItsName = `${room}/${path.posix.basename(room)}.test.ts`;
  if (files.includes(ofItsName)) return ofItsName;
  return files.some(isWanted) ? undefined : files[0];
}

const isWanted = (file: string) => pgliteAlone.includes(file) || asksTheEmbedded.some((name) => file.startsWith(name));

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
