import { screen } from '@testing-library/react';
import { renderScreen } from '@parlance/shared/testing';
import type { ToolCall } from '../../contract/api/tools.ts';
import { exampleCall, exampleElicitation } from '../../tool-calls/examples.ts';
import { answerOf } from '../state/answer.ts';
import { AnswerBody } from './answer-body.tsx';

// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('../../tool-calls/tool-calls.tsx'));

const show = (call: ToolCall) =>
  renderScreen(
    <AnswerBody
      id="0198f0aa-0005-7000-8000-000000000009"
      answer={{ ...answerOf({ content: '', citations: [], status: 'running', errorCode: null }), calls: [call] }}
      name="Leave helper"
      isConnected
      openPassage={() => undefined}
    />,
    { session: {} },
  );

test.each([
  ['a call runs', exampleCall({ state: 'running' }), 1],
  ['a question has been answered', exampleCall({ elicitations: [exampleElicitation({ state: 'accepted' })] }), 1],
  ['a call ended before it was', exampleCall({ elicitations: [exampleElicitation()] }), 1],
  ['a call waits for the person', exampleCall({ state: 'waiting' }), 0],
  ['the server of a call does', exampleCall({ state: 'running', elicitations: [exampleElicitation()] }), 0],
])('while %s, the assistant is said to be answering or not', async (_, call, dots) => {
  show(call);
  await screen.findByRole('list', { name: 'Tool calls' });
  expect(screen.queryAllByText('Leave helper is answering')).toHaveLength(dots);
});
