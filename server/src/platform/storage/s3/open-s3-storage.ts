import { ConfigError } from '../../config/config.ts';
import { certificateWords } from '../../outgoing/certificate-failure.ts';
import type { Log } from '../../telemetry/log.ts';
import { S3Failure, type S3Settings } from './s3-requests.ts';
import { type S3Storage, createS3Storage } from './s3-storage.ts';

/** Opens the bucket of these settings. Throws a ConfigError if it rejects them; an unavailable one may come back. */
export async function openS3Storage(settings: S3Settings, log: Log): Promise<S3Storage> {
  const storage = createS3Storage(settings);
  try {
    await storage.check();
  } catch (error) {
    if (error instanceof S3Failure && refusals.has(error.status)) {
      await storage.close();
      throw new ConfigError(
        `${refusals.get(error.status)} (${settings.endpoint}, S3_BUCKET “${settings.bucket}”, S3_REGION “${settings.region}”).`,
        { cause: error },
      );
    }
    log.error({ err: error }, certificateWords(error) ?? 'the storage of files does not answer');
  }
  return storage;
}

const refusals = new Map([
  [301, 'The bucket of the storage is in another region. Set S3_REGION and S3_ENDPOINT to it'],
  [400, 'The storage does not understand what it is asked. Set S3_REGION to the region of the bucket'],
  [403, 'The storage refuses S3_ACCESS_KEY_ID with S3_SECRET_ACCESS_KEY. Set them to a key that may use the bucket'],
  [404, 'The storage has no such bucket. Make it, or set S3_BUCKET to one that is there'],
]);
