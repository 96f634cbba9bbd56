import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deleteAttachment, getAttachment, uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { listBots } from '@parlance/shared/contract/api/bots';
import { sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { beginUpload, cancelUpload, completeUpload, sendUploadPart } from '@parlance/shared/contract/api/uploads';
import { uploadPartBytes } from '@parlance/shared/contract/upload-sizes';
import { onNotice } from '@parlance/shared/ui/toasts';
import { dialogueId, exampleAnswer, exampleAttachment, exampleGalleryBot, examplePrompt } from '../../examples/examples.ts';
import { dialogueScreen } from '../../testing/dialogue-screen.tsx';

const pdf = (name = 'figures.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const attachment = exampleAttachment();
const turn = { dialogue_id: dialogueId, prompt: { ...examplePrompt(3, 'What do they say?'), attachments: [attachment] }, answer: exampleAnswer(4, 'Much.') };

const { server, show, field } = dialogueScreen(exampleAnswer(2, 'Thirty.'), examplePrompt(1, 'How many days?'));
const chips = () => screen.findByRole('list', { name: 'Files' });
const choose = async (user: ReturnType<typeof show>['user'], ...files: File[]) => {
  await field();
  await user.upload(screen.getByTestId<HTMLInputElement>('attach'), files);
};

describe('files of a message', () => {
  it('are sent when they are read: who presses Enter before waits for them', async () => {
    let state: 'reading' | 'ready' = 'reading';
    server.answer(uploadAttachment, { ...attachment, state: 'reading' });
    server.answer(getAttachment, () => ({ ...attachment, state }));
    server.answer(sendPrompt, turn);
    const { user } = show();
    await choose(user, pdf());
    expect(await within(await chips()).findByText('is being read…')).toBeInTheDocument();
    await user.type(await field(), 'What do they say?{Enter}');
    expect(await screen.findByText(/sent as soon as its files are read/)).toBeInTheDocument();
    expect(server.requests(sendPrompt)).toHaveLength(0);
    state = 'ready';
    await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1));
    expect(server.requests(sendPrompt)[0]?.body).toMatchObject({ prompt: 'What do they say?', attachment_ids: [attachment.id] });
    expect(server.requests(uploadAttachment)[0]?.query.name).toBe('figures.pdf');
    const sent = await screen.findByRole('link', { name: /figures\.pdf/ });
    expect(sent).toHaveAttribute('href', `http://localhost:3000/api/main/files/v1/files/${attachment.file_id}/content`);
    expect(screen.queryByRole('button', { name: 'Remove “figures.pdf”' })).not.toBeInTheDocument();
  });

  it('that cannot be read say why, and keep the message from being sent until they are taken away', async () => {
    server.answer(uploadAttachment, { ...attachment, state: 'failed', error_code: 'file_encrypted' });
    server.answer(deleteAttachment, {});
    const { user } = show();
    await choose(user, pdf());
    expect(await within(await chips()).findByRole('alert')).toHaveTextContent(/protected|password|encrypted/i);
    await user.type(await field(), 'Hello');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remove “figures.pdf”' }));
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
    expect(server.requests(deleteAttachment)[0]?.params.attachment_id).toBe(attachment.id);
  });

  it('that were lost on the way are sent again', async () => {
    server.answer(uploadAttachment, attachment);
    server.lose(uploadAttachment, { times: 1 });
    const { user } = show();
    await choose(user, pdf());
    await user.click(await screen.findByRole('button', { name: 'Send “figures.pdf” again' }));
    expect(await within(await chips()).findByText('ready')).toBeInTheDocument();
  });

  it('are cancelled while they are sent; until then leaving the page asks', async () => {
    server.hang(uploadAttachment);
    const { user } = show();
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await choose(user, pdf());
    const cancel = await screen.findByRole('button', { name: 'Cancel sending “figures.pdf”' });
    expect(closes()).toBe(false);
    await user.click(cancel);
    expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
    expect(closes()).toBe(true);
  });

  it('are sent in parts where they are large, go on after a break, and let go of what has arrived where they are cancelled', async () => {
    const id = attachment.id;
    server.answer(beginUpload, { id, name: 'large.pdf', size: uploadPartBytes + 1, part_bytes: uploadPartBytes, parts: [{ number: 1, sha256: createHash('sha256').update('%PDF-1.7').digest('hex') }] });
    server.answer(sendUploadPart, { number: 2, sha256: '0'.repeat(64) });
    server.lose(sendUploadPart, { times: 1 });
    server.answer(completeUpload, { source: null, attachment });
    server.answer(cancelUpload, {});
    // As large as it says, without its bytes: all of them are in the first part.
    const large = (name: string) => Object.defineProperty(pdf(name), 'size', { value: uploadPartBytes + 1 });
    const { user } = show();
    await choose(user, large('large.pdf'));
    expect(await within(await chips()).findByText('ready')).toBeInTheDocument();
    expect(server.requests(beginUpload)[0]?.body).toMatchObject({ name: 'large.pdf', to: { kind: 'attachment' } });
    expect(server.requests(sendUploadPart).map(({ params }) => params.number)).toEqual([2, 2]);
    expect(server.requests(uploadAttachment)).toHaveLength(0);
    server.hang(sendUploadPart);
    await choose(user, large('other.pdf'));
    await waitFor(() => expect(server.requests(sendUploadPart)).toHaveLength(3));
    await user.click(await screen.findByRole('button', { name: 'Cancel sending “other.pdf”' }));
    await waitFor(() => expect(server.requests(cancelUpload).map(({ params }) => params.upload_id)).toEqual([id]));
  });

  it.each([
    ['notes.exe', 'Files of this kind cannot be read.'],
    ['photo.png', 'This assistant’s model does not see pictures.'],
  ])('like %s are refused before a byte leaves the browser', async (name, why) => {
    show();
    fireEvent.drop(await field(), { dataTransfer: { types: ['Files'], files: [new File(['x'], name)] } });
    expect(await within(await chips()).findByText(why)).toBeInTheDocument();
    expect(server.requests(uploadAttachment)).toHaveLength(0);
  });

  it('are pasted, and dropped anywhere on the page', async () => {
    server.answer(uploadAttachment, ({ query }) => exampleAttachment(query.name === 'one.pdf' ? 1 : 2, query.name));
    const { user } = show();
    await user.click(await field());
    fireEvent.paste(await field(), { clipboardData: { files: [pdf('one.pdf')] } });
    fireEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.getByText('Drop the files here')).toBeInTheDocument();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [pdf('two.pdf')] } });
    expect(screen.queryByText('Drop the files here')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('ready')).toHaveLength(2));
  });

  it('beyond ten are left out, and it is said', async () => {
    server.answer(uploadAttachment, ({ query }) => exampleAttachment(Number(query.name.slice(0, -4)) + 1, query.name));
    const notices: string[] = [];
    const stopListening = onNotice(({ message }) => notices.push(message));
    const { user } = show();
    await choose(user, ...Array.from({ length: 12 }, (_, at) => pdf(`${at}.pdf`)));
    expect(within(await chips()).getAllByRole('listitem')).toHaveLength(10);
    expect(notices[0]).toMatch(/up to 10 files/);
    stopListening();
  });

  it('wait with the draft for a reload', async () => {
    server.answer(uploadAttachment, attachment);
    const first = show();
    await choose(first.user, pdf());
    await within(await chips()).findByText('ready');
    first.unmount();
    server.answer(getAttachment, attachment);
    show();
    expect(await within(await chips()).findByText('figures.pdf')).toBeInTheDocument();
  });
});

describe('“@”', () => {
  it('offers the other assistants, and begins a dialogue with the one that is chosen, with what was typed', async () => {
    server.answer(listBots, { items: [exampleGalleryBot(1, 'Leave helper'), exampleGalleryBot(2, 'IT desk')], next_cursor: null });
    const { user, location } = show();
    await user.type(await field(), 'Where is my laptop? @');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(screen.getByText('A new dialogue begins with the assistant that you choose; what you have written goes along.')).toBeVisible();
    expect(screen.getByText(/^Assistants to choose from: 2 A new dialogue begins/)).toHaveRole('status');
    await user.type(await field(), 'it');
    const option = screen.getByRole('option', { name: /IT desk/ });
    expect(await field()).toHaveAttribute('aria-activedescendant', option.id);
    await user.keyboard('{Enter}');
    expect(location()).toBe(`/?bot=${exampleGalleryBot(2).id}#ask`);
    expect(Object.entries(sessionStorage)).toEqual([[expect.stringMatching(/\.home$/), 'Where is my laptop? ']]);
  });

  it('is a character like others where Escape dismisses what it offers', async () => {
    server.answer(listBots, { items: [exampleGalleryBot(2, 'IT desk')], next_cursor: null });
    const { user } = show();
    await user.type(await field(), '@');
    await screen.findByRole('option');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(await field()).toHaveValue('@');
  });
});

describe('a new line', () => {
  it('begins where the caret stands by a button, for keyboards that stand on the screen, and Enter goes on sending', async () => {
    server.answer(sendPrompt, turn);
    const { user } = show();
    await user.type(await field(), 'First, second', { initialSelectionStart: 0 });
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })).setSelectionRange(6, 7);
    await user.click(screen.getByRole('button', { name: 'New line' }));
    expect(await field()).toHaveValue('First,\nsecond');
    expect(await field()).toHaveFocus();
    await user.keyboard('the ');
    expect(await field()).toHaveValue('First,\nthe second');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests(sendPrompt)[0]?.body.prompt).toBe('First,\nthe second'));
  });
});
