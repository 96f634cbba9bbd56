import { endpoint } from '../endpoint.ts';
import * as z from '@parlance/shared/contract/schema';

/** The contents of a backup. */
export const backupMade = z.object({
  /** Rows by table. */
  tables: z.record(z.string(), z.number()),
  files: z.number(),
  /** The bytes of all files. */
  bytes: z.number(),
  /** Keys of files that rows name and that are missing from the storage. */
  missing: z.array(z.string()),
});
export type BackupResult = z.infer<typeof backupMade>;

/**
 * Writes a backup to a file of that machine and reads it again. For the operator's command line alone: no session, but
 * the key of the installation, from the same machine. Answers 409 conflict if a file exists there already.
 */
export const makeBackup = endpoint({
  method: 'POST',
  path: '/operator/v1/backups',
  requires: 'public',
  summary: 'Writes a backup of the installation to a file, for who has the operator’s key.',
  body: z.strictObject({ file: z.string().check(z.minLength(2), z.maxLength(4000), z.startsWith('/')) }),
  response: backupMade,
});
