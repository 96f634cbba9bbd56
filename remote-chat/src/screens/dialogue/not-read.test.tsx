import { screen, waitFor, within } from '@testing-library/react';
import { listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { type RunReading, streamRun } from '@parlance/shared/contract/api/runs';
import { dialogueId, exampleAnswer, examplePrompt } from '../../examples/examples.ts';
import { dialogueScreen } from '../../testing/dialogue-screen.tsx';

const line = /^The assistant no longer reads what stands above/;
const asked = [examplePrompt(1, 'One?'), exampleAnswer(2, 'One.'), examplePrompt(3, 'Two?')];
const { server, show, field, answers } = dialogueScreen(exampleAnswer(4, 'Two.'), ...asked.toReversed());

const answerWith = (number: number, reading: RunReading | undefined) => {
  const answer = exampleAnswer(number, 'Two.');
  return { ...answer, run: answer.run === null ? null : { ...answer.run, ...(reading === undefined ? {} : { reading }) } };
};
const withNewest = (reading: RunReading | undefined) => server.answer(listMessages, { items: [answerWith(4, reading), ...asked.toReversed()], next_cursor: null });

it('says where the part of a dialogue begins that its newest answer rests on', async () => {
  withNewest({ first_message_id: asked[2]?.id ?? '', files: [] });
  show();
  const said = await screen.findByText(line);
  expect(said.compareDocumentPosition(screen.getByText('One.'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(said.compareDocumentPosition(screen.getByText('Two?'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('says nothing where the newest answer rests on all of it', async () => {
  withNewest(undefined);
  show();
  expect(await screen.findByText('Two?')).toBeInTheDocument();
  expect(screen.queryByText(line)).not.toBeInTheDocument();
  expect(screen.queryByRole('list', { name: 'What was not read' })).not.toBeInTheDocument();
});

it('says under an answer how much of each file that did not fit it rests on, also where it is read as it is written', async () => {
  withNewest({ first_message_id: null, files: [{ file_id: crypto.randomUUID(), name: 'book.pdf', share: 0.254 }, { file_id: crypto.randomUUID(), name: 'annex.pdf', share: 0 }] });
  const { user } = show();
  const notRead = await screen.findByRole('list', { name: 'What was not read' });
  expect(within(notRead).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“book.pdf” was not read whole: its first 25 %, and the passages that fit your question.',
    'Only the passages of “annex.pdf” that fit your question were read: there was no room for more.',
  ]);
  const reading = { first_message_id: asked[2]?.id ?? null, files: [{ file_id: crypto.randomUUID(), name: 'third.pdf', share: 0.999 }] };
  server.answer(sendPrompt, { dialogue_id: dialogueId, prompt: examplePrompt(5, 'Three?'), answer: exampleAnswer(6, '', 'running') });
  server.streamEvents(streamRun, [
    { id: '6', data: { type: 'delta', text: 'Three.' } },
    { id: '6', data: { type: 'ended', status: 'complete', error_code: null, reading } },
  ]);
  await user.type(await field(), 'Three?{Enter}');
  await waitFor(() => expect(answers().at(-1)).toHaveTextContent('“third.pdf” was not read whole: its first 99 %'));
  expect(screen.getByText(line)).toBeInTheDocument();
});
