import { screen, waitFor, within } from '@testing-library/react';
import { listKnowledge, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { agentId, pdf, rowOf, source } from '../testing/knowledge.ts';
import { KnowledgePanel } from './knowledge-panel.tsx';

const server = fakeServer();
beforeEach(() => server.answer(listKnowledge, { items: [], next_cursor: null }));
const show = () =>
  renderScreen(<KnowledgePanel value={{ knowledge_ids: [] }} onChange={() => undefined} agentId={agentId} canEdit />, {
    session: {},
  });
const names = Array.from({ length: 5 }, (_, at) => `File ${at + 1}.pdf`);
const sendAll = async ({ user }: ReturnType<typeof show>) =>
  user.upload(screen.getByTestId('Add files'), names.map(pdf));
const progress = () => screen.getByRole('region', { name: 'Uploads' });

test('many files are sent a few at a time, and one by one says when it is there', async () => {
  server.hang(uploadKnowledge);
  const shown = show();
  await sendAll(shown);
  expect(await screen.findAllByRole('progressbar', { name: /^Uploading/ })).toHaveLength(3);
  expect(within(progress()).getAllByText('Waiting')).toHaveLength(2);
  expect(within(progress()).getByRole('status')).toHaveTextContent('Uploaded: 0 of 5');
  server.answer(uploadKnowledge, source(1));
  await shown.user.click(screen.getByRole('button', { name: 'Cancel upload of “File 1.pdf”' }));
  await waitFor(() => expect(within(progress()).getByRole('status')).toHaveTextContent('Uploaded: 2 of 4'));
  expect(screen.getAllByRole('progressbar', { name: /^Uploading/ })).toHaveLength(2);
});

test('what is paused waits until a person goes on; all at once or one alone', async () => {
  server.hang(uploadKnowledge);
  const shown = show();
  await sendAll(shown);
  await screen.findAllByRole('progressbar', { name: /^Uploading/ });
  await shown.user.click(screen.getByRole('button', { name: 'Pause all' }));
  expect(within(progress()).getAllByText('Paused')).toHaveLength(5);
  server.answer(uploadKnowledge, source(1));
  await shown.user.click(screen.getByRole('button', { name: 'Resume upload of “File 2.pdf”' }));
  await waitFor(() => expect(screen.queryByText('File 2.pdf')).not.toBeInTheDocument());
  expect(within(progress()).getAllByText('Paused')).toHaveLength(4);
  await shown.user.click(screen.getByRole('button', { name: 'Resume all' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument());
});

test('what failed says why and is tried again; what no try would change is not', async () => {
  server.fail(uploadKnowledge, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.upload(screen.getByTestId('Add files'), [pdf('Late.pdf')]);
  expect(await (await rowOf('Late.pdf')).findByRole('alert')).toHaveTextContent('Too many attempts');
  server.answer(uploadKnowledge, source(1));
  await user.click(screen.getByRole('button', { name: 'Try again: “Late.pdf”' }));
  await waitFor(() => expect(screen.queryByText('Late.pdf')).not.toBeInTheDocument());
  await user.upload(screen.getByTestId('Add files'), [new File([], 'Empty.pdf')]);
  expect((await rowOf('Empty.pdf')).getByRole('alert')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
});
