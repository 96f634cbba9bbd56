import { randomUUID } from 'node:crypto';
import { type Storage, checkStorageKey } from '../storage.ts';
import { partsOf } from './parts-of.ts';
import { type S3Patience, S3Failure, type S3Settings, createS3Requests } from './s3-requests.ts';

/** The size of every part but the last: above the five megabytes that S3 requires, and 80 GB in its 10,000 parts. */
const partBytes = 8 * 1024 * 1024;
/** The metadata header that identifies the writer of an object if the response was lost. */
const markHeader = 'x-amz-meta-put';
const onlyIfAbsent = { 'if-none-match': '*' };

const notFound = 404;
const methodNotAllowed = 405;
const notImplemented = 501;

export type S3Storage = Storage & {
  /** Throws if the bucket does not exist or rejects these keys. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** Creates a storage in an S3 bucket. Every process may use the same one. */
export function createS3Storage(settings: S3Settings, patience?: S3Patience): S3Storage {
  const s3 = createS3Requests(settings, patience);

  /** Returns the mark of the request that wrote an object; null if there is none. */
  async function markOf(key: string): Promise<string | null> {
    try {
      const { headers } = await s3.text({ method: 'HEAD', key });
      return String(headers[markHeader] ?? '');
    } catch (error) {
      if (statusOf(error) === notFound) return null;
      throw error;
    }
  }

  /** Writes by `write`; if the response was lost, it is inferred from the object that exists afterwards. */
  async function settled(
    key: string,
    mark: string,
    write: (onlyIf: Record<string, string>) => Promise<unknown>,
  ): Promise<void> {
    try {
      await write(onlyIfAbsent).catch(async (error: unknown) => {
        // A service without conditional writes is queried before. Keys are random: nobody else writes this one in
        // between.
        if (statusOf(error) !== notImplemented || (await markOf(key)) !== null) throw error;
        await write({});
      });
    } catch (error) {
      if ((await markOf(key).catch(() => null)) !== mark) throw error;
    }
  }

  async function putInParts(key: string, mark: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const begun = await s3.text({ method: 'POST', key, query: { uploads: '' }, headers: { [markHeader]: mark } });
    const uploadId = elementsOf(begun.text, 'UploadId')[0];
    if (uploadId === undefined) throw new Error('The storage gave an upload in parts no id.');
    try {
      const tags: string[] = [];
      for await (const body of parts) {
        const { headers } = await s3.text({
          method: 'PUT',
          key,
          query: { partNumber: String(tags.length + 1), uploadId },
          body,
        });
        if (typeof headers.etag !== 'string') throw new Error('The storage gave a part no tag.');
        tags.push(headers.etag);
      }
      const list = tags
        .map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join('');
      const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
      await settled(key, mark, (headers) => s3.text({ method: 'POST', key, query: { uploadId }, headers, body }));
    } catch (error) {
      // If the storage is unreachable by now, the parts are removed when the key is deleted.
      await s3.text({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes the parts of unfinished uploads, left by a process that died. */
  async function deleteUnfinished(key: string): Promise<void> {
    const { text } = await s3.text({ method: 'GET', query: { uploads: '', prefix: key } });
    for (const uploadId of elementsOf(text, 'UploadId')) {
      await s3.text({ method: 'DELETE', key, query: { uploadId } }).catch(unless(notFound));
    }
  }

  return {
    async put(name, content) {
      const key = checkStorageKey(name);
      const mark = randomUUID();
      const parts = partsOf(content, partBytes);
      try {
        const { value: first = Buffer.alloc(0) } = await parts.next();
        const { value: second } = await parts.next();
        if (second !== undefined) await putInParts(key, mark, joined([first, second], parts));
        else
          await settled(key, mark, (onlyIf) =>
            s3.text({ method: 'PUT', key, body: first, headers: { ...onlyIf, [markHeader]: mark } }),
          );
      } finally {
        await parts.return(undefined);
      }
    },
    async get(name) {
      const key = checkStorageKey(name);
      try {
        return await s3.stream({ method: 'GET', key });
      } catch (error) {
        if (statusOf(error) === notFound) return null;
        throw error;
      }
    },
    async delete(name) {
      const key = checkStorageKey(name);
      await s3.text({ method: 'DELETE', key }).catch(unless(notFound));
      await deleteUnfinished(key).catch(unless(notFound, methodNotAllowed, notImplemented));
    },
    check: async () => void (await s3.text({ method: 'HEAD', tries: 1 })),
    close: () => s3.close(),
  };
}

const statusOf = (error: unknown) => (error instanceof S3Failure ? error.status : null);

/** Returns a handler that ignores responses with these statuses only. */
const unless =
  (...expected: readonly number[]) =>
  (error: unknown) => {
    const status = statusOf(error);
    if (status === null || !expected.includes(status)) throw error;
  };

/** Returns the texts of XML elements; in ids and tags, only `&` is ever escaped. */
const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

async function* joined(begun: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* begun;
  yield* rest;
}
