import { fakeServer } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/dom';
import { type Attachment, uploadAttachment } from '../contract/api/attachments.ts';
import { downloadFile, readFileText } from '../contract/api/files.ts';
import { addressOf, download, upload } from './http.ts';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000009';
const attachment: Attachment = {
  id,
  file_id: id,
  name: 'Übersicht.pdf',
  media_type: 'application/pdf',
  size: 4,
  kind: 'document',
  state: 'reading',
  error_code: null,
};
const bytes = [0, 255, 10, 128];
const file = new File([Uint8Array.from(bytes)], 'Übersicht.pdf', { type: 'application/pdf' });

beforeEach(() => {
  document.cookie = 'csrftoken=the%20token; path=/';
});

describe('an upload', () => {
  it('sends the bytes as they are, with the proof that every request carries, and gives the checked answer', async () => {
    server.answer(uploadAttachment, attachment);
    await expect(upload(uploadAttachment, { query: { name: file.name }, file })).resolves.toEqual(attachment);
    const [received] = server.requests(uploadAttachment);
    expect([...(received?.file ?? [])]).toEqual(bytes);
    expect(received?.query.name).toBe('Übersicht.pdf');
    expect(received?.headers.get('content-type')).toBe('application/octet-stream');
    expect(received?.headers.get('x-csrftoken')).toBe('the token');
  });

  it('tells how much of it has left', async () => {
    server.answer(uploadAttachment, attachment);
    const parts: number[] = [];
    await upload(uploadAttachment, { query: { name: file.name }, file }, { onProgress: (part) => parts.push(part) });
    expect(parts.at(-1)).toBe(1);
  });

  it('ends when it is aborted', async () => {
    server.hang(uploadAttachment);
    const abort = new AbortController();
    const work = upload(uploadAttachment, { query: { name: file.name }, file }, { signal: abort.signal });
    await waitFor(() => expect(server.requests(uploadAttachment)).toHaveLength(1));
    abort.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails as every call does', async () => {
    server.fail(uploadAttachment, 'file_type_mismatch');
    await expect(upload(uploadAttachment, { query: { name: file.name }, file })).rejects.toMatchObject({
      status: 422,
      code: 'file_type_mismatch',
    });
    server.lose(uploadAttachment);
    await expect(upload(uploadAttachment, { query: { name: file.name }, file })).rejects.toMatchObject({
      status: 0,
      code: 'network',
    });
  });

  it('is refused to an endpoint that takes none', async () => {
    await expect(upload(readFileText, { params: { file_id: id }, file })).rejects.toThrow('accepts json');
  });
});

describe('a file that is answered', () => {
  it('comes as its bytes with its type', async () => {
    server.answerFile(downloadFile, Uint8Array.from(bytes), 'image/png');
    const got = await download(downloadFile, { params: { file_id: id } });
    expect(got).toMatchObject({ size: 4, type: 'image/png' });
  });

  it('fails as every call does, although bytes were asked for', async () => {
    server.fail(downloadFile, 'not_found');
    await expect(download(downloadFile, { params: { file_id: id } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      requestId: 'request-1',
    });
  });

  it('has an address for a link', () => {
    expect(addressOf(downloadFile, { params: { file_id: id } })).toBe(
      `http://localhost:3000/api/main/files/v1/files/${id}/content`,
    );
    expect(addressOf(readFileText, { params: { file_id: id }, query: { from: 3, limit: undefined } })).toBe(
      `http://localhost:3000/api/main/files/v1/files/${id}/text?from=3`,
    );
  });

  it('is not what an endpoint of data gives', async () => {
    await expect(download(readFileText, { params: { file_id: id } })).rejects.toThrow('use call()');
  });
});
