import { createInvitation, invitationDaysMax, type Invitation } from '@parlance/shared/contract/api/invitations';
import { listTeams, type Team } from '@parlance/shared/contract/api/teams';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { InviteDialog } from './invite-dialog.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const team = (number: number, name: string): Team => ({
  id: id(number),
  name,
  description: '',
  members: 2,
  owners: [],
  created_at: '2026-01-01T00:00:00.000Z',
});
const invitation: Invitation = {
  id: id(70),
  email: 'grete@guest.example',
  role: 'member',
  teams: [],
  language: 'en',
  status: 'open',
  inviter: 'Mia Member',
  created_at: '2026-11-20T00:00:00.000Z',
  expires_at: '2026-11-27T00:00:00.000Z',
};
const seats = { members: 2, invited: 1, limit: null };
let notices: Notice[];
let stop: () => void;
beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => void notices.push(notice));
  server.answer(listTeams, { items: [team(1, 'Field'), team(2, 'Support')], next_cursor: null });
  server.answer(createInvitation, { invitation, seats });
});
afterEach(() => stop());

function show() {
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  return {
    ...renderScreen(<InviteDialog close={note('closed')} changed={note('changed')} />, { session: { isAdmin: true } }),
    ended,
  };
}
const addresses = () => screen.getByRole('textbox', { name: 'Email addresses' });
const type = (text: string) => fireEvent.change(addresses(), { target: { value: text } });
const send = (user: ReturnType<typeof show>['user']) =>
  user.click(screen.getByRole('button', { name: 'Send invitations' }));
const said = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');
const sent = () => server.requests(createInvitation).map(({ body }) => body);

test('addresses are parted by spaces, commas, semicolons and lines, and each is invited once', async () => {
  const { user, ended } = show();
  type(' a@x.example,b@x.example;A@X.example\n\nc@x.example ');
  await send(user);
  await waitFor(() => expect(ended).toEqual(['changed', 'closed']));
  expect(sent().map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
  expect(new Set(sent().map((it) => it.idempotency_key)).size).toBe(3);
  expect(notices.map(({ tone, message }) => [tone, /\b3\b/.test(message)])).toEqual([['good', true]]);
});

test.each([
  ['none', '  ,; ', /Enter 1–50 addresses/],
  [
    'more than one dialog takes',
    Array.from({ length: 51 }, (_, at) => `p${at}@x.example`).join(),
    /Enter 1–50 addresses/,
  ],
  ['what is no address', 'a@x.example nobody @x', /nobody, @x/],
])('%s is said, and nobody is invited', async (_, text, words) => {
  const { user, ended } = show();
  type(text);
  await send(user);
  expect(said()).toMatch(words);
  expect(sent()).toEqual([]);
  expect(ended).toEqual([]);
});

test('what was wrong is not said any more once it is right', async () => {
  const { user, ended } = show();
  type('nobody');
  await send(user);
  type('a@x.example');
  await send(user);
  await waitFor(() => expect(ended).toContain('closed'));
  expect(said()).toBe('');
  expect(sent().map(({ email }) => email)).toEqual(['a@x.example']);
});

test('role, language, days and teams go along with each', async () => {
  const { user, ended } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'Support' }));
  await user.click(screen.getByRole('checkbox', { name: 'Field' }));
  await user.click(screen.getByRole('checkbox', { name: 'Support' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'admin');
  await user.selectOptions(screen.getByRole('combobox', { name: /language/i }), 'de-DE');
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '3' } });
  type('a@x.example');
  await send(user);
  await waitFor(() => expect(ended).toContain('closed'));
  expect(sent()[0]).toMatchObject({ role: 'admin', language: 'de-DE', days: 3, teams: ['Field'] });
});

test.each([
  ['0', 1],
  ['-4', 1],
  ['2.6', 3],
  ['', 1],
  ['1000', invitationDaysMax],
])('days that are typed as “%s” are %d', (typed, days) => {
  show();
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: typed } });
  expect(screen.getByRole('spinbutton')).toHaveValue(days);
});

test('where some cannot be invited, the others are, and those stay with their reasons', async () => {
  server.fail(createInvitation, 'already_member', { times: 1 });
  const { user, ended } = show();
  type('mia@x.example a@x.example');
  await send(user);
  const reasons = await screen.findAllByRole('listitem');
  expect(reasons.map(({ textContent }) => textContent.split(':')[0])).toEqual(['mia@x.example']);
  expect(addresses()).toHaveValue('mia@x.example');
  expect(ended).toEqual(['changed']);
  expect(notices).toHaveLength(1);
});

test('where nobody can be, nobody is said to be', async () => {
  server.fail(createInvitation, 'already_member');
  const { user } = show();
  type('mia@x.example');
  await send(user);
  await screen.findByRole('listitem');
  expect(notices).toEqual([]);
});

test('an organisation without teams is asked for none', async () => {
  server.answer(listTeams, { items: [], next_cursor: null });
  show();
  await waitFor(() => expect(server.requests(listTeams)).not.toHaveLength(0));
  expect(screen.queryByRole('group', { name: 'Teams' })).not.toBeInTheDocument();
});
