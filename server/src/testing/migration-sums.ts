import { createHash } from 'node:crypto';

/** A file of server/migrations, without its ending. */
export type MigrationFile = { readonly name: string; readonly text: string };

const numberOf = (name: string) => name.slice(0, 4);
/** Hashes a migration and, through its predecessor, all that came before. */
const sumOf = (before: string, { name, text }: MigrationFile) =>
  createHash('sha256').update(`${before}\n${name}\n${text}`).digest('hex').slice(0, 32);

/** The lines of server/migrations.sum: of each migration, in order, its sum and its name. */
export function sumsOf(files: readonly MigrationFile[]): string[] {
  let before = '';
  return files.map((file) => `${(before = sumOf(before, file))} ${file.name}`);
}

/**
 * Returns the faults of the migrations, in order of name, against those that people have run (`noted`, the lines of
 * server/migrations.sum): one is missing, was changed, or was put before another that may have been run already.
 */
export function faultsOfMigrations(files: readonly MigrationFile[], noted: readonly string[]): string[] {
  const named = noted.map((line) => line.split(' ')[1] ?? '');
  const twice = files.filter(({ name }, at) => at > 0 && numberOf(files[at - 1]?.name ?? '') === numberOf(name));
  if (twice.length > 0) return twice.map(({ name }) => `${name} has the number of another migration.`);
  const gone = named.filter((name) => !files.some((file) => file.name === name));
  if (gone.length > 0)
    return gone.map(
      (name) =>
        `${name} is gone, and people have run it: a database refuses a release that does not know what it has run.`,
    );
  const last = named.at(-1) ?? '';
  const early = files.filter(({ name }) => name < last && !named.includes(name));
  if (early.length > 0)
    return early.map(({ name }) => `${name} comes before ${last}, which people have run: give it a higher number.`);
  const sums = sumsOf(files);
  const changed = noted.findIndex((line, at) => line !== sums[at]);
  if (changed !== -1)
    return [
      `${named[changed]} was changed, and people have run it as it was: write what is to change into a new migration.`,
    ];
  return sums.slice(noted.length).map((line) => `Note it, as the last line of server/migrations.sum: ${line}`);
}
