import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { Agent, request as send } from 'undici';
import type { S3Settings } from '../platform/storage/s3/s3-requests.ts';

/**
 * What the network, or the storage behind it, does to one request. `lost` is done, and its answer does not arrive;
 * `silent` is not done, nor refused.
 */
export type S3Fault = 'cut' | 'lost' | 'cut-in-answer' | 'silent' | 'silent-in-answer' | { status: number };
/** `act` as `PUT`, `POST uploads`, `PUT partNumber`: the method, and what the address asks for. */
export type S3Request = { act: string; key: string; isConditional: boolean };

export type S3Server = {
  settings: S3Settings;
  /** Whole objects, and what stands between an upload's beginning and its end. */
  objects(): string[];
  unfinished(): string[];
  /** Every request that has come. */
  asked: S3Request[];
  /** What happens to each further request, until it is set anew. */
  fault: (asked: S3Request) => S3Fault | null;
  close(): Promise<void>;
};

const bucket = 'parlance-files';
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const objectEnding = '._S3rver_object';

/**
 * A server that speaks S3 and checks signatures, on a free port with a folder of its own, behind a network whose faults
 * are chosen. The server itself knows neither the end of an upload in parts without success nor conditions; both are
 * added on the way.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'parlance-s3-'));
  const app = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await app.run();
  const agent = new Agent();
  const uploads = join(directory, bucket, '._S3rver_uploads');
  const uploadIds = () => (existsSync(uploads) ? readdirSync(uploads) : []);
  const server: S3Server = {
    settings: { endpoint: '', bucket, region: 'us-east-1', ...keys, pathStyle: true },
    objects: () =>
      readdirSync(join(directory, bucket))
        .filter((name) => name.endsWith(objectEnding))
        .map((name) => basename(name, objectEnding)),
    unfinished: uploadIds,
    asked: [],
    fault: () => null,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await agent.destroy();
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };

  /** What the server lacks; null is for it. */
  async function answered({ method, url, query, headers }: Read): Promise<[status: number, text: string] | null> {
    const key = url.pathname.slice(`/${bucket}/`.length);
    const id = query.get('uploadId');
    if (method === 'GET' && query.has('uploads')) {
      const found = uploadIds().filter((it) =>
        readFileSync(join(uploads, it, 'key'), 'utf8').startsWith(query.get('prefix') ?? ''),
      );
      return [
        200,
        `<ListMultipartUploadsResult>${found.map((it) => `<Upload><UploadId>${it}</UploadId></Upload>`).join('')}</ListMultipartUploadsResult>`,
      ];
    }
    if (id !== null && !uploadIds().includes(id)) return [404, '<Error><Code>NoSuchUpload</Code></Error>'];
    if (id !== null && method === 'DELETE') {
      await rm(join(uploads, id), { recursive: true });
      return [204, ''];
    }
    return headers['if-none-match'] === '*' && (await app.store.existsObject(bucket, key))
      ? [412, '<Error><Code>PreconditionFailed</Code></Error>']
      : null;
  }

  /** One after the other: what a condition asks still holds when it is written. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = before.then(work, work);
    before = mine.catch(() => undefined);
    return mine;
  };

  async function serve(read: Read): Promise<Answer> {
    const own = await answered(read);
    if (own !== null) return { status: own[0], headers: {}, body: Buffer.from(own[1]) };
    const { statusCode, headers, body } = await send(`http://127.0.0.1:${port}${read.path}`, {
      dispatcher: agent,
      method: read.method,
      headers: read.headers,
      body: read.body.length === 0 ? null : read.body,
    });
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
  }

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    const asked = {
      act: read.act,
      key: read.url.pathname.slice(`/${bucket}/`.length),
      isConditional: 'if-none-match' in read.headers,
    };
    server.asked.push(asked);
    const fault = server.fault(asked);
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (typeof fault === 'object' && fault !== null)
      return void response.writeHead(fault.status).end('<Error><Code>SlowDown</Code></Error>');
    const { status, headers, body } = await inTurn(() => serve(read));
    if (fault === 'lost') return void request.socket.destroy();
    const isHead = read.method === 'HEAD';
    response.writeHead(status, { ...headers, ...(isHead ? {} : { 'content-length': body.length }) });
    if (fault !== 'cut-in-answer' && fault !== 'silent-in-answer') return void response.end(isHead ? '' : body);
    response.write(
      body.subarray(0, Math.floor(body.length / 2)),
      () => fault === 'cut-in-answer' && request.socket.destroy(),
    );
  }

  const front: Server = createServer((request, response) => {
    relay(request, response).catch((error: unknown) =>
      request.socket.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  // it listens on a port, not on a pipe
  server.settings.endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return server;
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
type Read = Awaited<ReturnType<typeof readRequest>>;

async function readRequest(request: IncomingMessage) {
  const path = request.url ?? '/';
  const method = request.method ?? 'GET';
  const url = new URL(path, 'http://s3.test');
  const [asksFor] = ['uploads', 'partNumber', 'uploadId'].filter((name) => url.searchParams.has(name));
  const { connection: _, 'transfer-encoding': __, ...headers } = request.headers;
  return {
    method,
    path,
    url,
    query: url.searchParams,
    headers,
    body: await buffer(request),
    act: asksFor === undefined ? method : `${method} ${asksFor}`,
  };
}
