import { screen, waitFor, within } from '@testing-library/react';
import { listMessages, regenerateAnswer, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import { type RunReading, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { dialogueId, exampleAnswer, examplePrompt } from '../../examples/examples.ts';
import { dialogueScreen } from '../../testing/dialogue-screen.tsx';

const line = /^The assistant no longer reads anything above this line/;
const asked = [examplePrompt(1, 'One?'), exampleAnswer(2, 'One.'), examplePrompt(3, 'Two?')];
const { server, show, field, answers } = dialogueScreen(exampleAnswer(4, 'Two.'), ...asked.toReversed());

const answerWith = (number: number, reading: RunReading | undefined) => {
  const answer = exampleAnswer(number, 'Two.');
  return {
    ...answer,
    run: answer.run === null ? null : { ...answer.run, ...(reading === undefined ? {} : { reading }) },
  };
};
const withNewest = (reading: RunReading | undefined) =>
  server.answer(listMessages, { items: [answerWith(4, reading), ...asked.toReversed()], next_cursor: null });

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
  expect(screen.queryByRole('list', { name: 'File reading details' })).not.toBeInTheDocument();
});

it('says under an answer how much of each file that did not fit it rests on, also where it is read as it is written', async () => {
  withNewest({
    first_message_id: null,
    files: [
      { file_id: crypto.randomUUID(), name: 'book.pdf', share: 0.254 },
      { file_id: crypto.randomUUID(), name: 'annex.pdf', share: 0 },
    ],
  });
  const { user } = show();
  const notRead = await screen.findByRole('list', { name: 'File reading details' });
  expect(
    within(notRead)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '“book.pdf” was only partly read: the first 25%, plus the passages that match your prompt.',
    'Only the passages of “annex.pdf” that match your prompt were read. There was no room for more.',
  ]);
  const reading = {
    first_message_id: asked[2]?.id ?? null,
    files: [{ file_id: crypto.randomUUID(), name: 'third.pdf', share: 0.999 }],
  };
  server.answer(sendPrompt, {
    dialogue_id: dialogueId,
    prompt: examplePrompt(5, 'Three?'),
    answer: exampleAnswer(6, '', 'running'),
  });
  server.streamEvents(streamRun, [
    { id: '6', data: { type: 'delta', text: 'Three.' } },
    { id: '6', data: { type: 'ended', status: 'complete', error_code: null, reading } },
  ]);
  await user.type(await field(), 'Three?{Enter}');
  await waitFor(() => expect(answers().at(-1)).toHaveTextContent('“third.pdf” was only partly read: the first 99%'));
  expect(screen.getByText(line)).toBeInTheDocument();
});

it('shows how far the files are read, then that they were read in parts; of what was left out one can have the rest read', async () => {
  const id = crypto.randomUUID();
  withNewest({
    first_message_id: null,
    files: [
      { file_id: id, name: 'book.pdf', share: 0.54, parts: 8 },
      { file_id: crypto.randomUUID(), name: 'annex.pdf', share: 1, parts: 2 },
    ],
  });
  const { user } = show();
  const read = await screen.findByRole('list', { name: 'File reading details' });
  expect(
    within(read)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '“book.pdf” was too long to read at once. The first 54% was read in parts (8), and the answer is based on notes from them.',
    '“annex.pdf” was too long to read at once. It was read in parts (2), and the answer is based on notes from them.',
  ]);
  const newest = exampleAnswer(6, '', 'running');
  server.answer(regenerateAnswer, {
    dialogue_id: dialogueId,
    prompt: examplePrompt(3, 'Two?'),
    answer: { ...newest, parent_id: examplePrompt(3, 'Two?').id, versions: [exampleAnswer(4, '').id, newest.id] },
  });
  // A reader without any events starts after the first event at offset 0.
  const begun = { id: '0', data: { type: 'citations' as const, citations: [] } };
  server.streamEvents(
    streamRun,
    [
      begun,
      {
        id: '0',
        data: { type: 'reading', reading: { first_message_id: null, files: [], progress: { read: 3, parts: 12 } } },
      },
    ],
    { then: 'hold' },
  );
  await user.click(screen.getByRole('button', { name: 'Read files in full' }));
  await waitFor(() => expect(answers().at(-1)).toHaveTextContent('Reading files in parts: 3 of 12'));
  expect(server.requests(regenerateAnswer).at(-1)?.body).toMatchObject({ reads_whole: true });
});

it('offers to read on neither where all was read nor where as much as may be was', async () => {
  withNewest({
    first_message_id: null,
    files: [
      { file_id: crypto.randomUUID(), name: 'book.pdf', share: 1, parts: 3 },
      { file_id: crypto.randomUUID(), name: 'long.pdf', share: 0.8, parts: 24 },
    ],
  });
  show();
  await screen.findByRole('list', { name: 'File reading details' });
  expect(screen.queryByRole('button', { name: 'Read files in full' })).not.toBeInTheDocument();
});
