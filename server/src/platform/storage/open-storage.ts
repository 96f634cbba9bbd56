import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../telemetry/log.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

type OpenStorage = Storage & { close(): Promise<void> };

/** Opens the storage of the settings. Throws a ConfigError if it rejects them; an unavailable one may come back. */
export async function openStorage(config: Config, log: Log): Promise<OpenStorage> {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PATH_STYLE: pathStyle,
  } = config;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return { ...createFolderStorage(join(config.DATA_DIR, 'files')), close: async () => undefined };
  }
  // S3 code is not loaded if files lie in a folder.
  const { openS3Storage } = await import('./s3/open-s3-storage.ts');
  return openS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle }, log);
}
