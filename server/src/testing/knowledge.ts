import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KnowledgeSource, getKnowledge, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { type Endpoint, type Output, fillPath } from '@parlance/shared/contract/endpoint';
import { knowledgeReading } from '../library/knowledge/read-source.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';
import type { Answer, Client, TestServer } from './test-app.ts';

/** Sends a file to an endpoint that takes one, as the browser does. */
export async function sendFile<E extends Endpoint>(
  { app }: TestServer,
  client: Client,
  endpoint: E,
  { query, params }: { query: Record<string, string>; params?: Record<string, string> },
  bytes: Uint8Array,
) {
  if (!client.cookies.has('csrftoken')) await client.call(getKnowledge, { params: { source_id: crypto.randomUUID() } });
  const answer = await app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    query,
    headers: { ...client.headers(), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  const { data, code = '' } = answer.json<{ data: Output<E>; code?: string }>();
  return { status: answer.statusCode, data, code };
}

/** Brings a file and has it read. */
export async function bring(
  server: TestServer,
  client: Client,
  name: string,
  bytes: Uint8Array | string,
  folderId?: string,
): Promise<KnowledgeSource> {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const { status, data, code } = await sendFile(
    server,
    client,
    uploadKnowledge,
    { query: { name, ...(folderId === undefined ? {} : { folder_id: folderId }) } },
    content,
  );
  if (status !== 200) throw new Error(`${name} was refused: ${status} ${code}`);
  await readWaitingKnowledge(server);
  return sourceNow(client, data.id);
}

/**
 * Does what the worker does with the sources that wait to be read, now. `allowedHosts` are those of the operator's
 * list.
 */
export async function readWaitingKnowledge(
  { db, dependencies, app }: TestServer,
  allowedHosts: readonly string[] = [],
  hasEmbedder = false,
): Promise<void> {
  const outgoing = createOutgoing({ allowedHosts });
  const reading = knowledgeReading({
    db,
    storage: dependencies.storage,
    outgoing,
    log: app.log,
    hasEmbedder,
    recognition: null,
  });
  const waiting = await db.asSystem((trx) =>
    trx.selectFrom('knowledge_sources').where('requested_at', 'is not', null).select('id').execute(),
  );
  for (const { id } of waiting) await reading.run({ source: id }, new AbortController().signal);
  await outgoing.close();
}

export async function sourceNow(client: Client, id: string): Promise<KnowledgeSource> {
  return dataOf(await client.call(getKnowledge, { params: { source_id: id } }));
}

/** The `data` of an answer that must be a success. */
export function dataOf<E extends Endpoint>({ status, body }: Answer<E>): Output<E> {
  if (!body.success) throw new Error(`It was refused: ${status} ${body.code} ${JSON.stringify(body.issues ?? '')}`);
  return body.data;
}

/** The response of a test site to a path. */
export type Page = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };
export type Site = {
  host: string;
  address: (path: string) => string;
  pages: Map<string, Page>;
  /** The requests, oldest first. */
  asked: { path: string; headers: NodeJS.Dict<string | string[]> }[];
  close: () => Promise<void>;
};

/**
 * A web server on this machine, which only who lists its host may reach. A page with an ETag answers 304 to who has it.
 */
export async function startSite(pages: Record<string, Page> = {}): Promise<Site> {
  const known = new Map(Object.entries(pages));
  const asked: Site['asked'] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push({ path, headers: request.headers });
    const { status = 200, headers = {}, body = '' } = known.get(path) ?? { status: 404 };
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag'];
    if (isKnown) response.writeHead(304, headers).end();
    else response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  return {
    host: `127.0.0.1:${port}`,
    address: (path) => `http://127.0.0.1:${port}${path}`,
    pages: known,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
