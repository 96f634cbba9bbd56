import { screen, waitFor, within } from '@testing-library/react';
import {
  deleteKnowledge,
  listKnowledge,
  refreshKnowledge,
  restoreKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { fakeServer, pressTwice, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { agentId, fromMenu, source, uuid } from '../testing/knowledge.ts';
import { KnowledgePanel } from './knowledge-panel.tsx';

const server = fakeServer();
let notices: Notice[] = [];
let stop: () => void;

beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => notices.push(notice));
});
afterEach(() => stop());

function show() {
  return renderScreen(
    <KnowledgePanel value={{ knowledge_ids: [uuid(1)] }} onChange={() => undefined} agentId={agentId} canEdit />,
    { session: {} },
  );
}

test('a source is read again once, and can be asked for again after a failure and after a success', async () => {
  server.answer(listKnowledge, { items: [source(1, { error_code: 'source_unreadable' })], next_cursor: null });
  server.fail(refreshKnowledge, 'forbidden', { times: 1 });
  show();
  const again = await screen.findByRole('button', { name: 'Refresh “File 1.pdf”' });
  pressTwice(again);
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(notices[0]?.tone).toBe('bad');
  expect(server.requests(refreshKnowledge)).toHaveLength(1);
  server.answer(refreshKnowledge, source(1));
  const listed = server.requests(listKnowledge).length;
  pressTwice(again);
  await waitFor(() => expect(server.requests(listKnowledge).length).toBeGreaterThan(listed));
  expect(server.requests(refreshKnowledge)).toHaveLength(2);
  pressTwice(again);
  await waitFor(() => expect(server.requests(refreshKnowledge)).toHaveLength(3));
});

test('a deleted source is restored once', async () => {
  server.answer(listKnowledge, { items: [source(1)], next_cursor: null });
  server.answer(listDeletedKnowledge, {
    items: [
      {
        id: uuid(1),
        kind: 'file',
        name: 'File 1.pdf',
        folder: null,
        items: 0,
        owner: null,
        used_by: [],
        deleted_at: '2026-11-20T10:00:00.000Z',
        gone_at: '2026-12-20T10:00:00.000Z',
      },
    ],
    next_cursor: null,
  });
  server.fail(restoreKnowledge, 'forbidden', { times: 1 });
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Show deleted…' }));
  const dialog = within(screen.getByRole('dialog'));
  const restore = await dialog.findByRole('button', { name: 'Restore “File 1.pdf”' });
  pressTwice(restore);
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(server.requests(restoreKnowledge)).toHaveLength(1);
  server.answer(restoreKnowledge, source(1));
  pressTwice(restore);
  expect(await dialog.findByRole('button', { name: '“File 1.pdf” restored' })).toBeInTheDocument();
  expect(server.requests(restoreKnowledge)).toHaveLength(2);
});

test('a deletion is undone once', async () => {
  server.answer(listKnowledge, { items: [source(1)], next_cursor: null });
  server.answer(deleteKnowledge, {});
  server.answer(restoreKnowledge, source(1));
  const { user } = show();
  await fromMenu(user, 'File 1.pdf', 'Delete…');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const listed = server.requests(listKnowledge).length;
  notices[0]?.action?.run();
  notices[0]?.action?.run();
  await waitFor(() => expect(server.requests(listKnowledge).length).toBeGreaterThan(listed));
  expect(server.requests(restoreKnowledge)).toHaveLength(1);
});
