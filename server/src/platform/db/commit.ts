import { sql } from 'kysely';

/**
 * Stands among what a statement returns whose transaction may be lost: its commit does not wait for the disk.
 * PostgreSQL writes it within a second and loses it with the machine only. The embedded database has nobody who writes
 * it before the next commit that waits, and loses it with its process.
 */
export const unwaited = sql<string>`set_config('synchronous_commit', 'off', true)`;

/** The same where it must not be lost with the process: the embedded database waits. */
export const keptByDatabase = sql<string>`set_config('synchronous_commit', coalesce(current_setting('parlance.kept_by_database', true), 'off'), true)`;
