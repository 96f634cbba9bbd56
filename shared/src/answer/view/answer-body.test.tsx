import { screen } from '@testing-library/react';
import { renderScreen } from '@parlance/shared/testing';
import type { ToolCall } from '../../contract/api/tools.ts';
import { exampleCall, exampleElicitation } from '../../tool-calls/examples.ts';
import { answerOf, type Answer } from '../state/answer.ts';
import { AnswerBody } from './answer-body.tsx';

// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('../../tool-calls/tool-calls.tsx'));

const draw = (answer: Answer) =>
  renderScreen(
    <AnswerBody
      id="0198f0aa-0005-7000-8000-000000000009"
      answer={answer}
      name="Leave helper"
      isConnected
      openPassage={() => undefined}
    />,
    { session: {} },
  );
const show = (call: ToolCall) =>
  draw({ ...answerOf({ content: '', citations: [], status: 'running', errorCode: null }), calls: [call] });

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

test('how far files were read is said where one was not read whole', async () => {
  const read = (files: NonNullable<Answer['reading']>['files']) => ({
    ...answerOf({ content: 'Thirty.', citations: [], status: 'complete', errorCode: null }),
    reading: { first_message_id: null, files },
  });
  const { unmount } = draw(read([{ file_id: '0198f0aa-0005-7000-8000-000000000001', name: 'a.pdf', share: 0.5 }]));
  expect(await screen.findByRole('list', { name: 'File reading details' })).toBeInTheDocument();
  unmount();
  const unread = { pages: 9, unread: 1, ranges: [{ first: 2, last: 2, reason: 'picture' as const }] };
  const file = { file_id: '0198f0aa-0005-7000-8000-000000000001', name: 'b.pdf', share: 1 };
  const { unmount: unmountPages } = draw(read([{ ...file, unread_pages: unread }]));
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '“b.pdf”: Page 2 is a picture and can’t be read.',
  ]);
  unmountPages();
  // What was recognised is told as what was read in parts is, without a warning.
  const recognized = { pages: 9, unread: 0, ranges: [], recognized: 4 };
  const { unmount: unmountRecognized, container } = draw(read([{ ...file, parts: 3, unread_pages: recognized }]));
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('read in parts (3)'),
    '“b.pdf”: The text of 4 pages was recognised from pictures and may contain mistakes.',
  ]);
  const [inParts, ofPictures] = [...container.querySelectorAll('li')].map((it) => it.querySelector('path')?.outerHTML);
  expect(ofPictures).toBe(inParts);
  unmountRecognized();
  const { unmount: unmountBoth } = draw(read([{ ...file, unread_pages: { ...unread, recognized: 1 } }]));
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '“b.pdf”: Page 2 is a picture and can’t be read.',
    '“b.pdf”: The text of 1 page was recognised from a picture and may contain mistakes.',
  ]);
  unmountBoth();
  draw(read([]));
  // Its code is there by now.
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
