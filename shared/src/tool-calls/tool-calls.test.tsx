import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import type { ToolCall } from '../contract/api/tools.ts';
import { exampleCall } from './examples.ts';
import ToolCalls from './tool-calls.tsx';
import { answerToolCall } from '../contract/api/runs/tool-calls.ts';

const server = fakeServer();
const show = (calls: readonly ToolCall[], isRunning = false) =>
  renderScreen(<ToolCalls calls={calls} isRunning={isRunning} />, { session: {} });
const waiting = exampleCall({ state: 'waiting', result: '', duration_ms: null });
const question = () =>
  screen.findByRole('region', { name: 'Allow the assistant to use “Orders: find” with exactly these arguments?' });

test.each([
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['timed-out', 'Timed out'],
  ['refused', 'Denied'],
  ['running', 'Running'],
] as const)('a call that is %s says so, and shows what was sent and what came back', async (state, said) => {
  const { user } = show([exampleCall({ state, is_cut: true })]);
  const card = within(screen.getByRole('list', { name: 'Tool calls' }));
  expect(card.getByText(said)).toBeInTheDocument();
  await user.click(card.getByText('Orders: find'));
  expect(card.getByRole('group', { name: 'Arguments' })).toHaveTextContent('{ "order": "A-7" }');
  expect(card.getByRole('group', { name: 'Result (shortened)' })).toHaveTextContent('{ "state": "sent" }');
});

test('a call that runs says how far its server is, and one that is done does not', () => {
  const running = exampleCall({ state: 'running', progress: { part: 0.25, message: 'Step 1 of 4' } });
  const { rerender } = show([running], true);
  expect(screen.getByRole('progressbar', { name: 'Orders: find' })).toHaveValue(0.25);
  expect(screen.getByText('Step 1 of 4')).toBeInTheDocument();
  rerender(<ToolCalls calls={[{ ...running, progress: { part: null, message: 'Step 2' } }]} isRunning />);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.getByText('Step 2')).toBeInTheDocument();
  rerender(<ToolCalls calls={[{ ...running, state: 'done' }]} isRunning />);
  expect(screen.queryByText('Step 1 of 4')).not.toBeInTheDocument();
});

test('a tool that every organisation has is called by its name in the language of the person; what is no JSON is shown as it is', () => {
  show([exampleCall({ kind: 'calculator', arguments: '{"expression":', result: '42' })]);
  expect(screen.getByText('Calculator')).toBeInTheDocument();
  expect(screen.getByText('{"expression":')).toBeInTheDocument();
});

test.each([
  ['Allow once', true],
  ['Deny', false],
])('a call that waits asks with exactly what would be sent: “%s” is told once', async (label, allow) => {
  server.answer(answerToolCall, { ...waiting, state: allow ? 'running' : 'refused' });
  const { user } = show([waiting], true);
  const asked = within(await question());
  expect(asked.getByRole('status')).toHaveTextContent('Allow the assistant to use');
  expect(asked.getByRole('group', { name: 'Arguments' })).toHaveTextContent('{ "order": "A-7" }');
  await user.dblClick(asked.getByRole('button', { name: label }));
  await waitFor(() =>
    expect(server.requests(answerToolCall).map(({ body }) => body)).toEqual([{ allow, arguments: '{"order":"A-7"}' }]),
  );
  // The next event of the stream removes the buttons: the focus stays near.
  expect(screen.getByRole('list', { name: 'Tool calls' })).toHaveFocus();
});

test('a call of what is always allowed says why it asks all the same', async () => {
  const why = 'This address came from neither you nor the agent.';
  const { rerender } = show([{ ...waiting, asks_because: 'address' }], true);
  expect(within(await question()).getByText(why)).toBeInTheDocument();
  rerender(<ToolCalls calls={[waiting]} isRunning />);
  expect(screen.queryByText(why)).not.toBeInTheDocument();
});

test('an answer that is over asks nothing any more', () => {
  show([waiting]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Waiting for you')).toBeInTheDocument();
});

test('what could not be told can be told again', async () => {
  server.fail(answerToolCall, 'rate_limited', { times: 1 });
  const { user } = show([waiting], true);
  await question();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Deny' })).toBeEnabled());
  server.answer(answerToolCall, { ...waiting, state: 'refused' });
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(server.requests(answerToolCall)).toHaveLength(2));
});
