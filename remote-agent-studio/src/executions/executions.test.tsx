import {
  cancelExecution,
  getExecution,
  listExecutions,
  replayExecution,
} from '@parlance/shared/contract/api/executions';
import { retryAction } from '@parlance/shared/contract/api/automations/action-tries';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { uuid } from '../testing/agents.ts';
import { executionOf, executionSummary } from '../testing/schedules.ts';
import ExecutionHistory from './execution-history.tsx';
import ExecutionView from './execution-view.tsx';
import { tookText } from './figures.ts';

const server = fakeServer();
const addressOf = (id: string) => `/here?execution=${id}`;
const history = () =>
  renderScreen(<ExecutionHistory of={{ schedule_id: uuid(1) }} addressOf={addressOf} />, {
    path: '/here',
    session: {},
  });
const view = (number = 1) =>
  renderScreen(<ExecutionView id={uuid(number)} addressOf={addressOf} />, { path: '/here', session: {} });
const page = (next: string | null, ...items: ReturnType<typeof executionSummary>[]) => ({ items, next_cursor: next });

test('the history says of each how it ended and why, how long it took and what it cost, and leads to it', async () => {
  server.answer(
    listExecutions,
    page(
      null,
      executionSummary(1),
      executionSummary(2, {
        status: 'skipped',
        reason: 'overlap',
        started_at: null,
        ended_at: null,
        tokens: null,
        cost: null,
      }),
      executionSummary(3, { status: 'failed', error_code: 'not_found' }),
    ),
  );
  history();
  const rows = (await screen.findAllByRole('row')).slice(1);
  const [done, skipped, failed] = rows.map((row) => within(row));
  expect(done?.getByRole('link')).toHaveAttribute('href', addressOf(uuid(1)));
  for (const text of ['Done', 'Schedule', '12 sec', '1,234', '€0.0042'])
    expect(done?.getByText(text)).toBeInTheDocument();
  expect(skipped?.getByText('The previous execution was still running.')).toBeInTheDocument();
  expect(failed?.getByText(/This doesn’t exist/)).toBeInTheDocument();
});

test('of one status only, and page by page', async () => {
  server.answer(listExecutions, ({ query }) =>
    query.cursor === 'next' ? page(null, executionSummary(2)) : page('next', executionSummary(1)),
  );
  const { user } = history();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Failed' }));
  await waitFor(() =>
    expect(server.requests(listExecutions).at(-1)?.query).toMatchObject({ schedule_id: uuid(1), status: 'failed' }),
  );
});

test('before anything has happened the history says so, and a failure can be tried again', async () => {
  server.answer(listExecutions, page(null));
  server.lose(listExecutions, { times: 1 });
  const { user } = history();
  await user.click(await screen.findByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('No executions yet')).toBeInTheDocument();
});

test('one whole: prompt, answer as it is drawn, who it ran as, and the dialogue', async () => {
  server.answer(getExecution, executionOf(1, { replay_of: uuid(2) }));
  view();
  expect(await screen.findByText('What matters today?')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('deadlines').tagName).toBe('STRONG'), { timeout: 10_000 });
  expect(screen.getByText('Mia Member')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Earlier execution' })).toHaveAttribute('href', addressOf(uuid(2)));
});

test('the event is shown as JSON with a line for each part, and what is none as it came', async () => {
  server.answer(getExecution, executionOf(1, { input: '{"order":{"id":7}}' }));
  const { unmount } = view();
  expect((await screen.findByLabelText('Event')).textContent).toBe('{\n  "order": {\n    "id": 7\n  }\n}');
  unmount();
  server.answer(getExecution, executionOf(2, { input: 'plain' }));
  view(2);
  expect((await screen.findByLabelText('Event')).textContent).toBe('plain');
});

test('done again it leads to the new one; each time it is another', async () => {
  server.answer(getExecution, executionOf(1));
  server.answer(replayExecution, executionSummary(9, { status: 'waiting', cause: 'replay' }));
  const { user, location } = view();
  await user.click(await screen.findByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(location()).toBe(addressOf(uuid(9))));
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(server.requests(replayExecution)).toHaveLength(2));
  expect(new Set(server.requests(replayExecution).map(({ body }) => body.idempotency_key)).size).toBe(2);
});

test('what is under way can be cancelled, and is seen to be; where it cannot be any more that is said', async () => {
  let isOver = false;
  server.answer(getExecution, () =>
    executionOf(
      1,
      isOver
        ? { status: 'cancelled', reason: 'person' }
        : { status: 'running', output: null, ended_at: null, can: { replay: false, cancel: true } },
    ),
  );
  server.answer(cancelExecution, () => {
    isOver = true;
    return executionSummary(1, { status: 'cancelled' });
  });
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  server.fail(cancelExecution, 'conflict', { times: 1 });
  const { user } = view();
  expect(await screen.findByText('The answer isn’t there yet.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel execution' }));
  await waitFor(() => expect(notices).toMatchObject([{ tone: 'bad' }]));
  await user.click(screen.getByRole('button', { name: 'Cancel execution' }));
  expect(await screen.findByText('Someone cancelled it.')).toBeInTheDocument();
  stop();
});

test('actions say what became of them, and one that failed can be tried again', async () => {
  const http = {
    position: 0,
    kind: 'http' as const,
    tries: 5,
    next_try_at: null,
    http_status: 503,
    error_code: null,
    shown: { to: 'https://example.com/hook', text: '{}' },
  };
  server.answer(getExecution, executionOf(1, { actions: [{ ...http, status: 'failed' }] }));
  server.answer(retryAction, executionOf(1, { actions: [{ ...http, status: 'waiting' }] }));
  const { user } = view();
  expect(await screen.findByText('Failed')).toBeInTheDocument();
  expect(screen.getByText(/the receiver responded with 503/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.requests(retryAction)[0]?.params).toEqual({ execution_id: uuid(1), position: 0 }));
});

test('a duration is told in the unit that fits', () => {
  const from = '2026-11-20T07:00:00.000Z';
  const after = (seconds: number) =>
    tookText({ started_at: from, ended_at: new Date(Date.parse(from) + seconds * 1000).toISOString() });
  expect([after(0.4), after(42), after(150), after(7200)]).toEqual(['0.4 sec', '42 sec', '2.5 min', '2 hr']);
  expect(tookText({ started_at: from, ended_at: null })).toBe('');
});
