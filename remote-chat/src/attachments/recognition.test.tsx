import { screen, waitFor, within } from '@testing-library/react';
import {
  type Attachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from '@parlance/shared/contract/api/attachments';
import { sendPrompt } from '@parlance/shared/contract/api/dialogues';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { dialogueId, exampleAnswer, exampleAttachment, examplePrompt } from '../examples/examples.ts';
import { dialogueScreen } from '../testing/dialogue-screen.tsx';
import { pauseAfter } from './draft-files.ts';

const { server, show, field } = dialogueScreen(exampleAnswer(2, 'Thirty.'), examplePrompt(1, 'How many days?'));
const attachment = exampleAttachment(1, 'scan.pdf');
const recognising = (done: number, pages = 12): Attachment => ({
  ...attachment,
  state: 'reading',
  recognition: { done, pages },
});
const note = 'The text of 4 pages was recognised from pictures and may contain mistakes.';
const read = (unread: Partial<UnreadPages>): Attachment => ({
  ...attachment,
  unread_pages: { pages: 9, unread: 0, ranges: [], recognized: 4, ...unread },
});

const chip = async () =>
  within(await within(await screen.findByRole('list', { name: 'Files' })).findByRole('listitem'));
const progress = () => document.querySelector('progress');
const shown = (words: string) => screen.findByText(words, { selector: '[aria-hidden]' });
const announced = async () => (await chip()).getByRole('status').querySelector('.visually-hidden')?.textContent;
const attach = async (user: ReturnType<typeof show>['user']) => {
  await field();
  await user.upload(screen.getByTestId<HTMLInputElement>('attach'), new File(['%PDF-1.7'], 'scan.pdf'));
};

it('the recognition of pages is shown with each page and announced with each quarter; what is sent waits for it', async () => {
  let now: Attachment = recognising(2);
  server.answer(uploadAttachment, { ...attachment, state: 'reading' });
  server.answer(getAttachment, () => now);
  server.answer(sendPrompt, {
    dialogue_id: dialogueId,
    prompt: { ...examplePrompt(3, 'What does it say?'), attachments: [attachment] },
    answer: exampleAnswer(4, 'Much.'),
  });
  const { user } = show();
  await attach(user);
  await shown('Recognising text: 2 of 12 pages');
  expect((await chip()).queryByText('Reading…')).not.toBeInTheDocument();
  expect(progress()).toMatchObject({ value: 2, max: 12 });
  expect(await announced()).toBe('Recognising text: 0 of 12 pages');
  await user.type(await field(), 'What does it say?{Enter}');
  expect(await screen.findByText(/sent once its files have been read/)).toBeInTheDocument();
  now = recognising(7);
  await shown('Recognising text: 7 of 12 pages');
  expect(progress()).toMatchObject({ value: 7, max: 12 });
  expect(await announced()).toBe('Recognising text: 6 of 12 pages');
  expect(server.requests(sendPrompt)).toHaveLength(0);
  now = read({});
  await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1), { timeout: 5000 });
  expect(server.requests(sendPrompt)[0]?.body.attachment_ids).toEqual([attachment.id]);
});

it('who cancels it deletes the file', async () => {
  server.answer(uploadAttachment, recognising(0, 1));
  server.answer(getAttachment, recognising(0, 1));
  server.answer(deleteAttachment, {});
  const { user } = show();
  await attach(user);
  await shown('Recognising text: 0 of 1 page');
  await user.click((await chip()).getByRole('button', { name: 'Cancel text recognition in “scan.pdf”' }));
  expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
  await waitFor(() => expect(server.requests(deleteAttachment)[0]?.params.attachment_id).toBe(attachment.id));
});

it('a draft that is restored shows how far it is, and follows it', async () => {
  server.answer(uploadAttachment, recognising(1));
  server.answer(getAttachment, recognising(1));
  const first = show();
  await attach(first.user);
  await shown('Recognising text: 1 of 12 pages');
  first.unmount();
  server.answer(listAttachments, { items: [{ ...recognising(5), is_sent: false }] });
  server.answer(getAttachment, recognising(8));
  show();
  await shown('Recognising text: 5 of 12 pages');
  await shown('Recognising text: 8 of 12 pages');
});

it('a file whose look-up fails meanwhile is one that can be removed', async () => {
  server.answer(uploadAttachment, recognising(1));
  server.fail(getAttachment, 'internal');
  const { user } = show();
  await attach(user);
  await shown('Recognising text: 1 of 12 pages');
  await (await chip()).findByRole('alert');
  expect((await chip()).getByRole('button', { name: 'Remove “scan.pdf”' })).toBeInTheDocument();
  expect(progress()).toBeNull();
});

it('recognised text is told without a warning', async () => {
  server.answer(uploadAttachment, read({}));
  const { user } = show();
  await attach(user);
  const status = await (await chip()).findByRole('status');
  expect(status).toHaveTextContent(new RegExp(`^Ready 8 bytes · ${note}$`));
  expect(status.querySelectorAll('.unread')).toHaveLength(0);
  expect(status.querySelectorAll('svg')).toHaveLength(1);
});

it('pages that could not be recognised are told as well, with a warning', async () => {
  server.answer(uploadAttachment, read({ unread: 1, ranges: [{ first: 3, last: 3, reason: 'picture' }] }));
  const { user } = show();
  await attach(user);
  const status = await (await chip()).findByRole('status');
  expect(status).toHaveTextContent(new RegExp(`^Ready 8 bytes Page 3 is a picture and can’t be read. ${note}$`));
  expect(status.querySelector('.unread')).toHaveTextContent(/^Page 3 is a picture and can’t be read.$/);
});

it.each([
  [250, null, 500],
  [2000, null, 2000],
  [2000, { done: 1, pages: 12 }, 4000],
  [4000, { done: 20, pages: 200 }, 5000],
  [5000, { done: 190, pages: 200 }, 2000],
])('after a pause of %i ms with %j comes one of %i', (pause, recognition, next) => {
  expect(pauseAfter(pause, { recognition })).toBe(next);
});
