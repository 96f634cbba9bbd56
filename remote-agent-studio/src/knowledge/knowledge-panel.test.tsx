import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  addWebPage,
  createKnowledgeFolder,
  listKnowledge,
  listKnowledgePassages,
  refreshKnowledge,
  uploadKnowledge,
  writeKnowledgeText,
  type KnowledgeSource,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { agentId, fromMenu, pdf, rowOf, source, uuid } from '../testing/knowledge.ts';
import { KnowledgePanel } from './knowledge-panel.tsx';

const server = fakeServer();
let known: KnowledgeSource[] = [];
let saved: readonly string[] = [];
beforeEach(() => {
  known = [];
  saved = [];
  server.answer(listKnowledge, ({ query }) => ({
    items: query.ids === undefined ? known : known.filter(({ id }) => query.ids?.includes(id)),
    next_cursor: null,
  }));
});

function Panel({ ids, canEdit }: { readonly ids: readonly string[]; readonly canEdit: boolean }) {
  const [value, change] = useState({ knowledge_ids: [...ids] });
  const keep = (part: typeof value) => {
    saved = part.knowledge_ids;
    change(part);
  };
  return <KnowledgePanel value={value} onChange={keep} agentId={agentId} canEdit={canEdit} />;
}
const show = (ids: readonly string[] = [], canEdit = true) =>
  renderScreen(<Panel ids={ids} canEdit={canEdit} />, { session: {} });

test('files are sent, belong to the agent, and say when they are read', async () => {
  const next = [source(1, { state: 'waiting', passages: 0 }), source(2)];
  server.answer(uploadKnowledge, () => {
    const sent = next.shift() ?? source(3);
    known.push(sent);
    return sent;
  });
  const { user } = show();
  expect(await screen.findByText(/has no knowledge yet/)).toBeInTheDocument();
  await user.upload(screen.getByTestId('Add files'), [pdf('File 1.pdf'), pdf('File 2.pdf')]);
  await waitFor(() => expect(saved).toEqual([uuid(1), uuid(2)]));
  expect((await rowOf('File 1.pdf')).getByRole('status')).toHaveTextContent('Waiting');
  expect((await rowOf('File 2.pdf')).getByRole('status')).toHaveTextContent('Ready · Passages: 3 · 2 kB');
  known[0] = source(1);
  await waitFor(async () => expect((await rowOf('File 1.pdf')).getByRole('status')).toHaveTextContent('Ready'), {
    timeout: 3_000,
  });
});

test('a source with pages that could not be read says which', async () => {
  const ranges = [{ first: 3, last: 7, reason: 'picture' as const }];
  known = [source(1, { unread_pages: { pages: 9, unread: 5, ranges } }), source(2)];
  show([uuid(1), uuid(2)]);
  expect((await rowOf('File 1.pdf')).getByRole('status')).toHaveTextContent(
    'Ready · Passages: 3 · 2 kB Pages 3–7 are pictures and can’t be read.',
  );
  expect((await rowOf('File 2.pdf')).getByRole('status')).toHaveTextContent(/kB$/);
});

test('a source whose text is being recognised says how far it is, and when it is ready that it was', async () => {
  const recognition = { done: 7, pages: 12 };
  const recognized = { pages: 12, unread: 0, ranges: [], recognized: 12 };
  known = [
    source(1, { state: 'reading', passages: 0, recognition }),
    source(2, { is_refreshing: true, recognition }),
    source(3, { unread_pages: recognized }),
    source(4, { state: 'failed', error_code: 'file_unreadable', passages: 0, unread_pages: recognized }),
  ];
  show([uuid(1), uuid(2), uuid(3), uuid(4)]);
  const state = async (name: string) => (await rowOf(name)).getByRole('status');
  // With each page for the eye, and with each quarter for the ear.
  const progress = 'Recognising text: 7 of 12 pagesRecognising text: 6 of 12 pages';
  expect(await state('File 1.pdf')).toHaveTextContent(new RegExp(`^Reading · ${progress}$`));
  expect(await state('File 2.pdf')).toHaveTextContent(new RegExp(`^Refreshing · ${progress} · Passages: 3 · 2 kB$`));
  const ready = await state('File 3.pdf');
  expect(ready).toHaveTextContent(
    /^Ready · Passages: 3 · 2 kB · The text of 12 pages was recognised from pictures and may contain mistakes.$/,
  );
  expect(ready.querySelectorAll('.warning')).toHaveLength(0);
  expect(await state('File 4.pdf')).not.toHaveTextContent('recognised');
  known[0] = source(1, { unread_pages: recognized });
  await waitFor(async () => expect(await state('File 1.pdf')).toHaveTextContent(/^Ready .* may contain mistakes.$/), {
    timeout: 3_000,
  });
});

test('a file that is dropped is sent too; what is no document is refused before it leaves', async () => {
  known = [source(1)];
  server.answer(uploadKnowledge, source(1));
  show();
  const text = await screen.findByText(/has no knowledge yet/);
  fireEvent.drop(text, { dataTransfer: { files: [pdf('File 1.pdf'), new File(['MZ'], 'virus.exe')] } });
  await waitFor(() => expect(saved).toEqual([uuid(1)]));
  expect((await rowOf('virus.exe')).getByRole('alert')).toHaveTextContent('isn’t supported');
  expect(server.requests(uploadKnowledge)).toHaveLength(1);
});

test('an upload is cancelled, and one that fails says why', async () => {
  server.hang(uploadKnowledge);
  const { user } = show();
  await user.upload(screen.getByTestId('Add files'), pdf('Slow.pdf'));
  expect(await screen.findByRole('progressbar', { name: 'Uploading “Slow.pdf”' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel upload of “Slow.pdf”' }));
  expect(screen.queryByText('Slow.pdf')).not.toBeInTheDocument();
  server.fail(uploadKnowledge, 'file_type_mismatch');
  await user.upload(screen.getByTestId('Add files'), pdf('Wrong.pdf'));
  expect(await (await rowOf('Wrong.pdf')).findByRole('alert')).toHaveTextContent('doesn’t match its file extension');
  await user.click(screen.getByRole('button', { name: 'Dismiss: “Wrong.pdf”' }));
  expect(saved).toEqual([]);
});

test('a web page, a text and a folder are added; what was typed stays where that fails', async () => {
  known = [
    source(1, { kind: 'web-page', name: 'Page' }),
    source(2, { kind: 'text', name: 'Note' }),
    source(3, { kind: 'folder', name: 'Folder', items: 2 }),
  ];
  const [page, note, folder] = known;
  if (page === undefined || note === undefined || folder === undefined) throw new Error('They stand above.');
  server.fail(addWebPage, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Web page…' }));
  await user.type(screen.getByRole('textbox', { name: 'URL' }), 'example.org/faq');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/Too many attempts/)).toBeInTheDocument();
  server.answer(addWebPage, page);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Refresh' }), 'Daily');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved).toEqual([page.id]));
  expect(server.requests(addWebPage).at(-1)?.body).toMatchObject({ url: 'https://example.org/faq', refresh: 'daily' });
  server.answer(writeKnowledgeText, note);
  await user.click(screen.getByRole('button', { name: 'Text…' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Note');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Knock first.');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved).toEqual([page.id, note.id]));
  server.answer(createKnowledgeFolder, folder);
  await user.click(screen.getByRole('button', { name: 'Folder…' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Folder');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved).toHaveLength(3));
  expect((await rowOf('Folder')).getByRole('status')).toHaveTextContent('Sources: 2');
  server.answer(uploadKnowledge, source(4, { folder_id: folder.id }));
  await user.upload(screen.getByTestId('Add files to “Folder”'), pdf('Inside.pdf'));
  await waitFor(() => expect(server.requests(uploadKnowledge)[0]?.query).toMatchObject({ folder_id: folder.id }));
  expect(saved).toHaveLength(3);
});

test('what is there is chosen from, and taken from the agent again', async () => {
  known = [source(1), source(2)];
  const { user } = show([uuid(1)]);
  await screen.findByText('File 1.pdf');
  await user.click(screen.getByRole('button', { name: 'Choose existing…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByRole('button', { name: 'Added' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Add “File 2.pdf” to the agent' }));
  expect(saved).toEqual([uuid(1), uuid(2)]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await fromMenu(user, 'File 1.pdf', 'Remove from agent');
  expect(saved).toEqual([uuid(2)]);
  expect(screen.getByRole('list', { name: 'Agent’s knowledge' })).toHaveFocus();
});

test('what failed says why and is read again; what kept its text says that too; what may not be seen can be removed', async () => {
  known = [
    source(1, { kind: 'web-page', name: 'Page', state: 'failed', error_code: 'page_refused', passages: 0 }),
    source(2, { error_code: 'address_timeout' }),
  ];
  server.answer(refreshKnowledge, source(1));
  const { user } = show([uuid(1), uuid(2), uuid(3)]);
  expect((await rowOf('Page')).getByRole('status')).toHaveTextContent(/Failed.*doesn’t exist/);
  expect((await rowOf('File 2.pdf')).getByRole('status')).toHaveTextContent(
    /Ready.*the earlier text is used.*didn’t respond in time/,
  );
  await user.click(screen.getByRole('button', { name: 'Refresh “Page”' }));
  await waitFor(() => expect(server.requests(refreshKnowledge)).toHaveLength(1));
  await user.click(
    (await rowOf('A source that was deleted or that you can’t see')).getByRole('button', { name: 'Remove' }),
  );
  expect(saved).toEqual([uuid(1), uuid(2)]);
});

test('the passages of a source are shown as the search sees them', async () => {
  known = [source(1)];
  const passage = (position: number) => ({ position, heading: 'Leave', page: 2, content: `Passage text ${position}.` });
  server.answer(listKnowledgePassages, ({ query }) => ({
    passages: 3,
    items: query.from === 1 ? [passage(1), passage(2)] : [passage(3)],
  }));
  const { user } = show([uuid(1)]);
  await user.click(await screen.findByRole('button', { name: 'Passages from “File 1.pdf”' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('Passage 1 · Page 2 · Leave')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Show more' }));
  expect(await dialog.findByText('Passage text 3.')).toBeInTheDocument();
});

test('a question is tried, and its words are marked in what it finds', async () => {
  known = [source(1)];
  const found = {
    source_id: uuid(1),
    source_name: 'Leave.pdf',
    file_id: uuid(101),
    position: 1,
    heading: '',
    page: null,
    content: 'Leave lasts 30 days.',
    score: 1,
    coverage: 0.5,
    marks: [
      { from: 0, to: 5 },
      { from: 15, to: 19 },
    ],
    nearness: null,
    is_given: true,
  };
  server.answer(testRetrieval, { by_meaning: false, items: [found] });
  const { user } = show([uuid(1)]);
  await user.type(await screen.findByRole('textbox', { name: 'Question' }), 'How many days of leave?');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Would be given to the model · Words matched: 50%')).toBeInTheDocument();
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Leave', 'days']);
  expect(server.requests(testRetrieval)[0]?.body).toMatchObject({
    knowledge_ids: [uuid(1)],
    agent_id: agentId,
    language: 'en',
  });
});

test('who may not edit sees what is known, and changes nothing', async () => {
  known = [source(1, { can: { read: true, edit: false, share: false, share_with_organization: false } })];
  show([uuid(1)], false);
  await screen.findByText('File 1.pdf');
  for (const name of ['Add files', 'Web page…', 'Choose existing…', 'Actions for “File 1.pdf”', 'Show deleted…'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Passages from “File 1.pdf”' })).toBeEnabled();
});
