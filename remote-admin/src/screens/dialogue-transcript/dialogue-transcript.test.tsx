import * as api from '@parlance/shared/contract/api/dialogue-log';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import { exampleId as id, exampleLogged as dialogue, exampleTime as at } from '../../dialogue-log/examples.ts';
import DialogueTranscript from './dialogue-transcript.tsx';

const server = fakeServer();
const open = () =>
  renderScreen(<DialogueTranscript />, {
    route: '/dialogue-log/:dialogueId',
    path: `/dialogue-log/${dialogue.id}`,
    session: { isAdmin: true },
  });

const citation = {
  number: 1,
  file_id: id(7),
  file_name: 'leave-policy.md',
  position: 3,
  page: null,
  heading: 'Days of leave',
  passage: 'Everyone has twenty days.',
};
const prompt = {
  id: id(2),
  parent_id: null,
  versions: [id(2)],
  author: 'member' as const,
  content: 'How many days?',
  citations: [],
  attachments: [],
  rating: null,
  created_at: at,
  run: null,
};
const answer = {
  ...prompt,
  id: id(3),
  parent_id: id(2),
  versions: [id(4), id(3)],
  author: 'bot' as const,
  content: '<b>Twenty</b> and **no more** [1]',
  citations: [citation],
  rating: { value: 'down' as const, reasons: ['inaccurate' as const], comment: 'It is thirty.' },
};
beforeEach(() => {
  server.answer(api.getShownNames, { until: null, reason: null });
  server.answer(api.getLoggedDialogue, dialogue);
  server.answer(api.listLoggedMessages, { items: [prompt, answer], next_cursor: null });
});

test('shows every message as it was written, with what its member thought of it', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Days of leave' })).toBeInTheDocument();
  const [asked, answered] = await screen.findAllByRole('article');
  expect(asked).toHaveAccessibleName('Member 3FA2C1');
  expect(answered).toHaveTextContent('<b>Twenty</b>');
  expect(answered).toHaveTextContent('Version 2 of 2');
  expect(answered).toHaveTextContent('Rated badIncorrectIt is thirty.');
});

test('an answer is drawn as its member saw it, and a passage it rests on opens as it was quoted', async () => {
  const { user } = open();
  expect(await screen.findByText('no more', { selector: 'strong' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Source 1: leave-policy.md' }));
  expect(
    within(await screen.findByRole('dialog', { name: 'Source 1: leave-policy.md' })).getByText(
      'Everyone has twenty days.',
    ),
  ).toBeInTheDocument();
});

test('says which rules did what to a message', async () => {
  const [masked, stopped] = (['mask', 'block'] as const).map((action) => ({
    applied_rules: [{ name: 'Projects', action }],
  }));
  server.answer(api.listLoggedMessages, {
    items: [
      { ...prompt, ...masked },
      { ...answer, ...stopped },
    ],
    next_cursor: null,
  });
  open();
  const [asked, answered] = await screen.findAllByRole('article');
  expect(asked).toHaveTextContent('The rule “Projects” masked part of this.');
  expect(
    await within(answered as HTMLElement).findByText('The rule “Projects” stopped this answer here.'),
  ).toBeInTheDocument(); // exists by the line above
});

test('says why an answer failed, as its member was told and in the words of the provider', async () => {
  const run = {
    id: id(8),
    status: 'failed' as const,
    error_code: 'model_misconfigured',
    failure: { status: 401, words: 'Incorrect API key provided: [secret]', request_id: 'req_1' },
  };
  server.answer(api.listLoggedMessages, {
    items: [
      prompt,
      { ...answer, content: '', run },
      { ...answer, id: id(4), content: '', run: { id: id(9), status: 'failed', error_code: null } },
    ],
    next_cursor: null,
  });
  open();
  const [, answered, earlier] = await screen.findAllByRole('article');
  expect(answered).toHaveTextContent(
    'This answer failed.The language model doesn’t accept the settings of this installation.',
  );
  expect(answered).toHaveTextContent(
    'The model provider said: 401 · Incorrect API key provided: [secret]Request ID: req_1',
  );
  expect(earlier).toHaveTextContent('This answer failed.');
  expect(earlier).not.toHaveTextContent('The model provider');
});

test('makes a test question of an answer, with what a good one must hold', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create test question' }));
  const dialog = await screen.findByRole('dialog', { name: 'New test question' });
  await user.click(within(dialog).getByRole('button', { name: 'Add to test set' }));
  expect(within(dialog).getByText('Enter at least one point.')).toBeInTheDocument();
  server.answer(api.addTestQuestion, { agent_id: id(9), questions: 4 });
  await user.type(within(dialog).getByRole('textbox', { name: /^Must contain/ }), '30 days\n\nvacation');
  await user.type(within(dialog).getByRole('textbox', { name: /^Must not contain/ }), '20');
  await user.click(within(dialog).getByRole('button', { name: 'Add to test set' }));
  expect(await within(dialog).findByText(/Questions now in the test set of “[^”]+”: 4\./)).toBeInTheDocument();
  expect(server.requests(api.addTestQuestion)[0]?.body).toMatchObject({
    points: [
      { text: '30 days', must: 'contain' },
      { text: 'vacation', must: 'contain' },
      { text: '20', must: 'not-contain' },
    ],
  });
  expect(within(dialog).getByRole('link', { name: 'Open agent' })).toHaveAttribute(
    'href',
    `/agent-edit/${id(9)}?tab=tests`,
  );
});
