import { sql } from 'kysely';

/**
 * An expression among the results of a statement whose transaction may be lost: the commit does not wait for the disk.
 * PostgreSQL writes it within a second and loses it in a crash of the machine only. The embedded database has no
 * background process, and loses it with its own process unless a later commit waits.
 */
export const unwaited = sql<string>`set_config('synchronous_commit', 'off', true)`;

/** The same for a commit that must survive the process: the embedded database waits. */
export const keptByDatabase = sql<string>`set_config('synchronous_commit', coalesce(current_setting('parlance.kept_by_database', true), 'off'), true)`;
