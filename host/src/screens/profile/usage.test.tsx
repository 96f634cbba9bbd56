import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { getOwnUsage, type OwnUsage } from '@parlance/shared/contract/api/charts/own-usage';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage, noLimit, usageOf } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
beforeEach(() => {
  server.answer(listOwnSessions, { items: [] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});

const id = (last: number) => `0198f0aa-0000-7000-8000-00000000000${last}`;
const onLastDays = (days: number, ...last: number[]) => [...new Array<number>(days - last.length).fill(0), ...last];
const used = (days: number): OwnUsage =>
  usageOf(days, {
    figures: {
      dialogues: onLastDays(days, 1, 2),
      answers: onLastDays(days, 1_200, 34),
      input_tokens: onLastDays(days, 5_000, 0),
      output_tokens: onLastDays(days, 0, 700),
    },
    costs: [{ currency: 'EUR', values: onLastDays(days, 1_500, 2_000_000) }],
    bots: [
      { id: id(1), name: 'House Guide', dialogues: 2, answers: 1_200 },
      { id: id(2), name: 'Travel', dialogues: 1, answers: 34 },
    ],
  });
const section = async () => within(await screen.findByRole('region', { name: 'Your usage' }));
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('shows sums, each day with its figures, and the assistants used most', async () => {
  server.answer(getOwnUsage, ({ query }) => used(Number(query.days)));
  const { user } = showProfile({});
  const usage = await section();
  await waitFor(() =>
    expect(usage.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
      'Dialogues started 3',
      'Answers 1,234',
      'Prompt tokens 5,000',
      'Answer tokens 700',
      'Cost €2.00',
    ]),
  );
  expect(rowsOf(usage.getByRole('table', { name: 'Most used assistants' }))).toEqual([
    ['Assistant', 'Dialogues started', 'Answers'],
    ['House Guide', '2', '1,200'],
    ['Travel', '1', '34'],
  ]);
  await user.click(usage.getByText('Usage per day', { selector: 'summary' }));
  const days = rowsOf(usage.getByRole('table', { name: 'Usage per day' }));
  expect(days).toHaveLength(31);
  expect(days.slice(0, 4)).toEqual([
    ['Day', 'Dialogues started', 'Answers', 'Prompt tokens', 'Answer tokens', 'Cost'],
    [expect.stringMatching(/25/), '2', '34', '0', '700', '€2.00'],
    [expect.stringMatching(/24/), '1', '1,200', '5,000', '0', '€0.0015'],
    [expect.stringMatching(/23/), '0', '0', '0', '0', '€0.00'],
  ]);
});

test('another period is asked for', async () => {
  server.answer(getOwnUsage, ({ query }) => (query.days === '7' ? used(7) : usageOf(Number(query.days))));
  const { user } = showProfile({});
  const usage = await section();
  expect(await usage.findByText('You haven’t sent any prompts in this period.')).toBeInTheDocument();
  expect(usage.queryByRole('table')).not.toBeInTheDocument();
  await user.selectOptions(usage.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
  expect(await usage.findByRole('table', { name: 'Most used assistants' })).toBeInTheDocument();
  expect(server.requests(getOwnUsage).map(({ query }) => query.days)).toEqual(['30', '7']);
});

test('says what is left of a limit and when it starts anew, and nothing where there is none', async () => {
  server.answer(getAllowance, { ...noLimit, member_tokens: { used: 4_000, limit: 10_000 } });
  showProfile({});
  const usage = await section();
  const bar = await usage.findByRole('progressbar', { name: '6,000 of 10,000 tokens left this month.' });
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['4000', '10000']);
  expect(usage.getByText(/^Resets on .*2026/)).toBeInTheDocument();
});

test('without a limit nothing is said of one', async () => {
  showProfile({});
  const usage = await section();
  await usage.findByText('You haven’t sent any prompts in this period.');
  await waitFor(() => expect(server.requests(getAllowance)).toHaveLength(1));
  expect(usage.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('what could not be loaded is told, asked for again, and takes nothing else away', async () => {
  server.answer(getOwnUsage, ({ query }) => used(Number(query.days)));
  server.fail(getOwnUsage, 'not_found', { times: 1 });
  const { user } = showProfile({});
  const usage = await section();
  await user.click(await usage.findByRole('button', { name: 'Try again' }));
  expect(await usage.findByRole('table', { name: 'Most used assistants' })).toBeInTheDocument();
  expect(usage.queryByRole('alert')).not.toBeInTheDocument();
});

test('a limit that could not be loaded is told beside the usage', async () => {
  server.answer(getOwnUsage, ({ query }) => used(Number(query.days)));
  server.answer(getAllowance, { ...noLimit, member_tokens: { used: 12_000, limit: 10_000 } });
  server.fail(getAllowance, 'not_found', { times: 1 });
  const { user } = showProfile({});
  const usage = await section();
  expect(await usage.findByRole('table', { name: 'Most used assistants' })).toBeInTheDocument();
  await user.click(await usage.findByRole('button', { name: 'Try again' }));
  expect(await usage.findByRole('progressbar', { name: '0 of 10,000 tokens left this month.' })).toBeInTheDocument();
});

test('while it loads it says so', async () => {
  server.hang(getOwnUsage);
  showProfile({});
  expect((await section()).getByRole('status')).toHaveTextContent('Loading…');
});

test('stands between where one is signed in and one’s data; the cookies stand behind the appearance', async () => {
  showProfile({});
  await section();
  const titles = screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent);
  expect(titles).toEqual([
    'About you',
    'Language and appearance',
    'Cookies',
    'Email',
    'Password',
    'Two-step verification',
    'Where you’re signed in',
    'Connected accounts',
    'Your usage',
    'Your data',
    'Delete account',
  ]);
});
