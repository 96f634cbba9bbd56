import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../plugins/log.ts';
import { createFolderStorage } from './folder-storage.ts';
import { S3Failure } from './s3/s3-requests.ts';
import { createS3Storage } from './s3/s3-storage.ts';
import type { Storage } from './storage.ts';

type OpenStorage = Storage & { close(): Promise<void> };

/** The storage that the settings name. Throws a ConfigError where it refuses them; one that is away now may come back. */
export async function openStorage(config: Config, log: Log): Promise<OpenStorage> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_PATH_STYLE: pathStyle } = config;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return { ...createFolderStorage(join(config.DATA_DIR, 'files')), close: async () => undefined };
  }
  const storage = createS3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle });
  try {
    await storage.check();
  } catch (error) {
    if (error instanceof S3Failure && refusals.has(error.status)) {
      await storage.close();
      throw new ConfigError(`${refusals.get(error.status)} (${endpoint}, S3_BUCKET “${bucket}”, S3_REGION “${region}”).`, { cause: error });
    }
    log.error({ err: error }, 'the storage of files does not answer');
  }
  return storage;
}

const refusals = new Map([
  [301, 'The bucket of the storage is in another region. Set S3_REGION and S3_ENDPOINT to it'],
  [400, 'The storage does not understand what it is asked. Set S3_REGION to the region of the bucket'],
  [403, 'The storage refuses S3_ACCESS_KEY_ID with S3_SECRET_ACCESS_KEY. Set them to a key that may use the bucket'],
  [404, 'The storage has no such bucket. Make it, or set S3_BUCKET to one that is there'],
]);
