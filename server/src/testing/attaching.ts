import { setTimeout as pause } from 'node:timers/promises';
import { type Attachment, getAttachment, uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { fileReading } from '../library/files/read-file.ts';
import type { Client, TestServer } from './test-app.ts';

export type UploadResult = { status: number; attachment: Attachment; code: string };

/** Sends a file as the browser does. */
export async function upload(
  { app }: TestServer,
  client: Client,
  name: string,
  bytes: Uint8Array,
): Promise<UploadResult> {
  if (!client.cookies.has('csrftoken'))
    await client.call(getAttachment, { params: { attachment_id: crypto.randomUUID() } });
  const answer = await app.inject({
    method: 'POST',
    url: uploadAttachment.path,
    query: { name },
    headers: { ...client.headers(), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes),
  });
  const { data, code = '' } = answer.json<{ data: Attachment; code?: string }>();
  return { status: answer.statusCode, attachment: data, code };
}

/** Does what the worker does with the files that wait to be read, now. */
export async function readWaitingFiles({ db, dependencies, app }: TestServer): Promise<void> {
  const reading = fileReading({
    db,
    storage: dependencies.storage,
    log: app.log,
    hasEmbedder: false,
    recognition: null,
  });
  const waiting = await db.asSystem((trx) =>
    trx.selectFrom('files').where('state', '=', 'reading').select('id').execute(),
  );
  for (const { id } of waiting) await reading.run({ file: id }, new AbortController().signal);
}

/** Sends a file and has it read. */
export async function attach(server: TestServer, client: Client, name: string, bytes: Uint8Array): Promise<Attachment> {
  const { status, attachment, code } = await upload(server, client, name, bytes);
  if (status !== 200) throw new Error(`${name} was refused: ${status} ${code}`);
  await readWaitingFiles(server);
  return stateOf(client, attachment.id);
}

export async function stateOf(client: Client, id: string): Promise<Attachment> {
  const { body } = await client.call(getAttachment, { params: { attachment_id: id } });
  if (!body.success) throw new Error(`The attachment is not there: ${body.code}`);
  return body.data;
}

const looksAtMost = 500;

/** Looks until the file has been read, as the browser does, and gives up after some ten seconds. */
export async function untilRead(client: Client, id: string): Promise<Attachment> {
  for (let looks = 0; looks < looksAtMost; looks++) {
    const attachment = await stateOf(client, id);
    if (attachment.state !== 'reading') return attachment;
    await pause(20);
  }
  throw new Error('The file was not read in time.');
}
