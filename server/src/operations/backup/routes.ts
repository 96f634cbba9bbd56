import { existsSync } from 'node:fs';
import { makeBackup } from '@parlance/shared/contract/api/backup';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/api-error.ts';
import { operatorOnly } from '../../platform/http/operator-key.ts';
import { routePublic } from '../../platform/http/route.ts';
import { writeBackup } from './backup.ts';
import { readKeyFiles } from './key-files.ts';

/**
 * `npm run operate -- backup` on the embedded database, which no second process may open. While its rows are read,
 * others wait for its one connection; while files are, nobody does.
 */
export const backupRoutes = (pool: pg.Pool) =>
  async function backupRoutes(app: FastifyInstance): Promise<void> {
    operatorOnly(app);
    routePublic(app, makeBackup, async ({ body: { file } }) => {
      if (existsSync(file)) throw new ApiError('conflict');
      const { tables, files, bytes, missing } = await writeBackup(
        { pool, files: { storage: app.storage, keys: readKeyFiles(app.config) } },
        file,
      );
      return { tables, files, bytes, missing };
    });
  };
