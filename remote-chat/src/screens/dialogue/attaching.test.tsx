import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  deleteAttachment,
  getAttachment,
  listAttachments,
  uploadAttachment,
} from '@parlance/shared/contract/api/attachments';
import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { beginUpload, cancelUpload, completeUpload, sendUploadPart } from '@parlance/shared/contract/api/uploads';
import { uploadPartBytes } from '@parlance/shared/contract/values/upload-sizes';
import { onNotice } from '@parlance/shared/ui/toasts';
import {
  dialogueId,
  exampleAnswer,
  exampleAttachment,
  exampleGalleryBot,
  examplePrompt,
  leaveHelper,
} from '../../examples/examples.ts';
import { dialogueScreen, messages } from '../../testing/dialogue-screen.tsx';

const pdf = (name = 'figures.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const attachment = exampleAttachment();
const turn = {
  dialogue_id: dialogueId,
  prompt: { ...examplePrompt(3, 'What do they say?'), attachments: [attachment] },
  answer: exampleAnswer(4, 'Much.'),
};

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
    expect(await within(await chips()).findByText('Reading…')).toBeInTheDocument();
    await user.type(await field(), 'What do they say?{Enter}');
    expect(await screen.findByText(/sent once its files have been read/)).toBeInTheDocument();
    expect(server.requests(sendPrompt)).toHaveLength(0);
    state = 'ready';
    await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1));
    expect(server.requests(sendPrompt)[0]?.body).toMatchObject({
      prompt: 'What do they say?',
      attachment_ids: [attachment.id],
    });
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

  it('with pages that cannot be read say which before they are sent, and can be sent', async () => {
    const ranges = [1, 3, 5, 7, 9, 11].map((first) => ({ first, last: first, reason: 'picture' as const }));
    server.answer(uploadAttachment, { ...attachment, unread_pages: { pages: 60, unread: 46, ranges } });
    const { user } = show();
    await choose(user, pdf());
    expect(await within(await chips()).findByText(/can’t be read/)).toHaveTextContent(
      'Pages 1, 3, 5, 7, 9 and 41 more are pictures and can’t be read.',
    );
    expect(within(await chips()).getByRole('status')).toHaveTextContent('can’t be read');
    await user.type(await field(), 'Hello');
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('that were lost on the way are sent again', async () => {
    server.answer(uploadAttachment, attachment);
    server.lose(uploadAttachment, { times: 1 });
    const { user } = show();
    await choose(user, pdf());
    await user.click(await screen.findByRole('button', { name: 'Upload “figures.pdf” again' }));
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
  });

  it('are cancelled while they are sent; until then leaving the page asks', async () => {
    server.hang(uploadAttachment);
    const { user } = show();
    const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await choose(user, pdf());
    const cancel = await screen.findByRole('button', { name: 'Cancel upload of “figures.pdf”' });
    expect(closes()).toBe(false);
    await user.click(cancel);
    expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
    expect(closes()).toBe(true);
  });

  it('are sent in parts where they are large, go on after a break, and let go of what has arrived where they are cancelled', async () => {
    const id = attachment.id;
    server.answer(beginUpload, {
      id,
      name: 'large.pdf',
      size: uploadPartBytes + 1,
      part_bytes: uploadPartBytes,
      parts: [{ number: 1, sha256: createHash('sha256').update('%PDF-1.7').digest('hex') }],
    });
    server.answer(sendUploadPart, { number: 2, sha256: '0'.repeat(64) });
    server.lose(sendUploadPart, { times: 1 });
    server.answer(completeUpload, { source: null, attachment });
    server.answer(cancelUpload, {});
    // Its size is faked: all of its bytes are in the first part.
    const large = (name: string) => Object.defineProperty(pdf(name), 'size', { value: uploadPartBytes + 1 });
    const { user } = show();
    await choose(user, large('large.pdf'));
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
    expect(server.requests(beginUpload)[0]?.body).toMatchObject({ name: 'large.pdf', to: { kind: 'attachment' } });
    expect(server.requests(sendUploadPart).map(({ params }) => params.number)).toEqual([2, 2]);
    expect(server.requests(uploadAttachment)).toHaveLength(0);
    server.hang(sendUploadPart);
    await choose(user, large('other.pdf'));
    await waitFor(() => expect(server.requests(sendUploadPart)).toHaveLength(3));
    await user.click(await screen.findByRole('button', { name: 'Cancel upload of “other.pdf”' }));
    await waitFor(() => expect(server.requests(cancelUpload).map(({ params }) => params.upload_id)).toEqual([id]));
  });

  it.each([
    ['notes.exe', 'This type of file can’t be read.'],
    ['photo.png', 'This assistant’s model can’t read images.'],
  ])('like %s are refused before a byte leaves the browser', async (name, why) => {
    show();
    await screen.findByRole('button', { name: 'Attach files', description: /can’t read images/ });
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
    expect(screen.getByText('Drop files here')).toBeInTheDocument();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [pdf('two.pdf')] } });
    expect(screen.queryByText('Drop files here')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText('Ready')).toHaveLength(2));
  });

  it('leave the words of a program where it puts a picture of them beside', async () => {
    show();
    const picture = new File(['x'], 'image.png', { type: 'image/png' });
    const texts: Record<string, string> = { 'text/plain': 'Ada\t30', 'text/html': '<table></table>' };
    const isLeftToBrowser = fireEvent.paste(await field(), {
      clipboardData: { files: [picture], getData: (type: string) => texts[type] ?? '' },
    });
    expect(isLeftToBrowser).toBe(true);
    expect(screen.queryByText('image.png')).not.toBeInTheDocument();
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
    await within(await chips()).findByText('Ready');
    first.unmount();
    server.answer(listAttachments, { items: [{ ...attachment, is_sent: false }] });
    show();
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
    expect(server.requests(listAttachments).map(({ query }) => query.ids)).toEqual([attachment.id]);
  });
});

/** Leaves a draft with a file, for a reload. */
async function leaveDraft(): Promise<void> {
  server.answer(uploadAttachment, attachment);
  const { user, unmount } = show();
  await choose(user, pdf());
  await within(await chips()).findByText('Ready');
  await user.type(await field(), 'What do they say?');
  unmount();
}
const held = <T,>() => Promise.withResolvers<T>();
const found = (isSent: boolean) => ({ items: [{ ...attachment, is_sent: isSent }] });
const noChips = () => waitFor(() => expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument());

describe('the files of a draft', () => {
  it('go along with a message that is sent before they are restored', async () => {
    await leaveDraft();
    const looked = held<ReturnType<typeof found>>();
    server.answer(listAttachments, () => looked.promise);
    server.answer(sendPrompt, turn);
    const { user } = show();
    await user.type(await field(), '{Enter}');
    expect(within(await chips()).getByText('Restoring…')).toBeInTheDocument();
    expect(await screen.findByText(/sent once its files have been read/)).toBeInTheDocument();
    expect(server.requests(sendPrompt)).toHaveLength(0);
    looked.resolve(found(false));
    await waitFor(() =>
      expect(server.requests(sendPrompt)[0]?.body).toMatchObject({
        prompt: 'What do they say?',
        attachment_ids: [attachment.id],
      }),
    );
  });

  it('stay where their look-up fails, however often the page is left, and are looked up again on request', async () => {
    await leaveDraft();
    server.fail(listAttachments, 'rate_limited');
    const first = show();
    expect(await within(await chips()).findByRole('alert')).toHaveTextContent(/\w/);
    await screen.findByRole('button', { name: 'Restore “figures.pdf” again' });
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    first.unmount();
    const { user } = show();
    const again = await screen.findByRole('button', { name: 'Restore “figures.pdf” again' });
    server.answer(listAttachments, found(false));
    await user.click(again);
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('say that they are gone where the server has them no more, and are not sent without a word', async () => {
    await leaveDraft();
    server.answer(listAttachments, { items: [] });
    server.answer(sendPrompt, turn);
    const { user } = show();
    expect(await within(await chips()).findByRole('alert')).toHaveTextContent('Attach it again.');
    await user.click(screen.getByRole('button', { name: 'Remove “figures.pdf”' }));
    expect(server.requests(deleteAttachment)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.requests(sendPrompt)[0]?.body).toMatchObject({ attachment_ids: [] }));
  });

  it('are not there any more where they were sent', async () => {
    await leaveDraft();
    server.answer(listAttachments, found(true));
    show();
    await chips();
    await noChips();
    expect(await field()).toHaveValue('What do they say?');
  });

  it('that are on their way when the dialogue is left arrive all the same', async () => {
    const arrived = held<typeof attachment>();
    server.answer(uploadAttachment, () => arrived.promise);
    const first = show();
    await choose(first.user, pdf());
    await waitFor(() => expect(server.requests(uploadAttachment)).toHaveLength(1));
    first.unmount();
    const second = show();
    expect(
      await within(await chips()).findByRole('progressbar', { name: 'Uploading “figures.pdf”' }),
    ).toBeInTheDocument();
    second.unmount();
    arrived.resolve(attachment);
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    server.answer(listAttachments, found(false));
    show();
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
    expect(server.requests(uploadAttachment)).toHaveLength(1);
  });

  it('that are added while a message is on its way stay for the next one', async () => {
    const second = exampleAttachment(2, 'second.pdf');
    server.answer(uploadAttachment, ({ query }) => (query.name === 'second.pdf' ? second : attachment));
    const sent = held<typeof turn>();
    server.answer(sendPrompt, () => sent.promise);
    const { user } = show();
    await choose(user, pdf());
    await within(await chips()).findByText('Ready');
    await user.type(await field(), 'What do they say?{Enter}');
    await noChips();
    await choose(user, pdf('second.pdf'));
    await user.type(await field(), 'And this one?');
    await within(await chips()).findByText('Ready');
    sent.resolve(turn);
    await screen.findByText('Much.');
    server.answer(sendPrompt, {
      ...turn,
      prompt: examplePrompt(5, 'And this one?'),
      answer: exampleAnswer(6, 'Little.'),
    });
    await user.type(await field(), '{Enter}');
    await waitFor(() =>
      expect(server.requests(sendPrompt).map(({ body }) => body.attachment_ids)).toEqual([
        [attachment.id],
        [second.id],
      ]),
    );
  });
});

describe('a message whose dialogue is left before it has arrived', () => {
  it('is on its way and not unsent for who comes back, and its turn is there once it has arrived', async () => {
    await leaveDraft();
    server.answer(listAttachments, found(false));
    const sent = held<typeof turn>();
    server.answer(sendPrompt, () => sent.promise);
    const first = show();
    await within(await chips()).findByText('Ready');
    await first.user.type(await field(), '{Enter}');
    await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1));
    first.unmount();
    show();
    expect(await screen.findByRole('article', { name: /sending…/ })).toHaveTextContent('What do they say?');
    expect(await field()).toHaveValue('');
    await noChips();
    server.answer(
      listMessages,
      messages(turn.answer, turn.prompt, exampleAnswer(2, 'Thirty.'), examplePrompt(1, 'How many days?')),
    );
    sent.resolve(turn);
    expect(await screen.findByText('Much.')).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: /sending…/ })).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
    expect(server.requests(sendPrompt)).toHaveLength(1);
  });

  it('is no draft any more where it arrives while nobody looks', async () => {
    await leaveDraft();
    server.answer(listAttachments, found(false));
    const sent = held<typeof turn>();
    server.answer(sendPrompt, () => sent.promise);
    const first = show();
    await within(await chips()).findByText('Ready');
    await first.user.type(await field(), '{Enter}');
    await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1));
    first.unmount();
    sent.resolve(turn);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    show();
    expect(await field()).toHaveValue('');
    expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
  });

  it('is a draft again where it did not arrive, and is sent again as the same attempt', async () => {
    await leaveDraft();
    server.answer(listAttachments, found(false));
    server.answer(sendPrompt, turn);
    const refuse = server.failLate(sendPrompt, 'internal');
    const first = show();
    await within(await chips()).findByText('Ready');
    await first.user.type(await field(), '{Enter}');
    await waitFor(() => expect(server.requests(sendPrompt)).toHaveLength(1));
    first.unmount();
    const { user } = show();
    await screen.findByRole('article', { name: /sending…/ });
    refuse();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your prompt wasn’t sent');
    expect(await field()).toHaveValue('What do they say?');
    expect(within(await chips()).getByText('figures.pdf')).toBeInTheDocument();
    server.answer(sendPrompt, turn);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Much.')).toBeInTheDocument();
    const [one, other] = server.requests(sendPrompt).map(({ body }) => body);
    expect(other).toEqual(one);
  });
});

describe('a picture that is pasted before it is known whether the model sees it', () => {
  const photo = () => new File(['x'], 'photo.png', { type: 'image/png' });
  const image = exampleAttachment(1, 'photo.png', { kind: 'image' });
  beforeEach(() => {
    // jsdom lacks them.
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
    server.answer(uploadAttachment, image);
  });
  const paste = async () => {
    const known = held<typeof leaveHelper>();
    server.answer(getBot, () => known.promise);
    show();
    fireEvent.paste(await field(), { clipboardData: { files: [photo()], getData: () => '' } });
    expect(await within(await chips()).findByText('Ready')).toBeInTheDocument();
    return (sees: boolean) =>
      known.resolve({ ...leaveHelper, answers_with: { ...leaveHelper.answers_with, sees_images: sees } });
  };

  it('is refused once it is known that it does not', async () => {
    const know = await paste();
    know(false);
    expect(await within(await chips()).findByText('This assistant’s model can’t read images.')).toBeInTheDocument();
  });

  it('is sent where it does', async () => {
    const know = await paste();
    server.answer(sendPrompt, turn);
    know(true);
    fireEvent.change(await field(), { target: { value: 'What is this?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.requests(sendPrompt)[0]?.body.attachment_ids).toEqual([image.id]));
  });
});

describe('“@”', () => {
  it('offers the other assistants, and begins a dialogue with the one that is chosen, with what was typed', async () => {
    server.answer(listBots, {
      items: [exampleGalleryBot(1, 'Leave helper'), exampleGalleryBot(2, 'IT desk')],
      next_cursor: null,
    });
    const { user, location } = show();
    await user.type(await field(), 'Where is my laptop? @');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(
      screen.getByText('Choosing an assistant starts a new dialogue. What you’ve written is carried over.'),
    ).toBeVisible();
    expect(screen.getByText(/^Assistants to choose from: 2 Choosing an assistant starts a new dialogue/)).toHaveRole(
      'status',
    );
    await user.type(await field(), 'it');
    const option = screen.getByRole('option', { name: /IT desk/ });
    expect(await field()).toHaveAttribute('aria-activedescendant', option.id);
    await user.keyboard('{Enter}');
    expect(location()).toBe(`/?bot=${exampleGalleryBot(2).id}#ask`);
    expect(Object.entries(sessionStorage)).toEqual([
      [expect.stringMatching(/\.home$/), JSON.stringify({ text: 'Where is my laptop? ', files: [], attempt: null })],
    ]);
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
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })).setSelectionRange(6, 7);
    await user.click(screen.getByRole('button', { name: 'New line' }));
    expect(await field()).toHaveValue('First,\nsecond');
    expect(await field()).toHaveFocus();
    await user.keyboard('the ');
    expect(await field()).toHaveValue('First,\nthe second');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests(sendPrompt)[0]?.body.prompt).toBe('First,\nthe second'));
  });
});
