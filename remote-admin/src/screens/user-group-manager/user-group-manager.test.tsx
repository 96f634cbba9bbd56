import { listMembers, type MemberSummary } from '@parlance/shared/contract/api/members';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import UserGroupManager from './user-group-manager.tsx';

const server = fakeServer();

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const mia: MemberSummary = {
  id: id(1), username: 'Mia Member', email: 'mia@pro.example', role: 'owner', teams: ['Knowledge', 'Support'], language: 'de-DE',
  mfa_preference: 'EMAIL_OTP', registration: { is_completed: true, stage: 5 },
};
const pending: MemberSummary = {
  id: id(2), username: null, email: 'pending@new.example', role: 'member', teams: [], language: 'en',
  mfa_preference: 'NONE', registration: { is_completed: false, stage: 3 },
};
const only = (...items: MemberSummary[]) => ({ items, next_cursor: null });
const show = (path = '/user-group-manager') => renderScreen(<UserGroupManager />, { path, session: { isAdmin: true, whoami: { member_id: mia.id } } });

/** What was handed to the browser to save. */
function catchDownloads(): { name: string; text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  let latest: Blob | undefined;
  URL.createObjectURL = (blob: Blob) => {
    latest = blob;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    const blob = latest;
    if (blob !== undefined) saved.push({ name: this.download, text: readText(blob) });
  };
  return saved;
}
const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

test('shows each member in words', async () => {
  server.answer(listMembers, only(mia, pending));
  show();
  const row = await screen.findByRole('row', { name: /Mia Member/ });
  expect(within(row).getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'mia@pro.example', 'Owner', 'Knowledge, Support', 'Deutsch', 'On', 'Complete',
  ]);
});

test('somebody without a name is called by the e-mail, and the step of the registration is told', async () => {
  server.answer(listMembers, only(pending));
  show();
  expect(await screen.findByRole('rowheader', { name: 'pending@new.example' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'Step 3 of 5' })).toBeInTheDocument();
});

test('marks oneself', async () => {
  server.answer(listMembers, only(mia, pending));
  show();
  expect(await screen.findByRole('rowheader', { name: /Mia Member\s*You/ })).toBeInTheDocument();
  expect(screen.getAllByText('You')).toHaveLength(1);
});

test('the search of the address is asked for and stands in the field', async () => {
  server.answer(listMembers, only(mia));
  show('/user-group-manager?q=mia&sort=-email');
  expect(await screen.findByRole('searchbox', { name: 'Search members' })).toHaveValue('mia');
  await screen.findByRole('row', { name: /Mia/ });
  expect(server.requests(listMembers)[0]?.query).toMatchObject({ q: 'mia', sort: '-email' });
  expect(screen.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'descending');
});

test('what is entered is searched for after a pause and put into the address', async () => {
  server.answer(listMembers, ({ query }) => (query.q === '' ? only(mia, pending) : only(pending)));
  const { user, location } = show();
  await screen.findByRole('row', { name: /Mia/ });
  await user.click(screen.getByRole('searchbox'));
  await user.paste('new');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Mia/ })).not.toBeInTheDocument());
  expect(location()).toBe('/user-group-manager?q=new');
  expect(server.requests(listMembers).map(({ query }) => query.q)).toEqual(['', 'new']);
});

test('says that nobody matches, and leads back to everyone', async () => {
  server.answer(listMembers, ({ query }) => (query.q === '' ? only(mia) : only()));
  const { user, location } = show('/user-group-manager?q=zzz');
  expect(await screen.findByRole('heading', { name: 'Nobody matches “zzz”' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('row', { name: /Mia/ })).toBeInTheDocument();
  expect(location()).toBe('/user-group-manager');
});

test('the head of a column orders the list, and again the other way round', async () => {
  server.answer(listMembers, only(mia));
  const { user, location } = show();
  await user.click(await screen.findByRole('button', { name: 'Role' }));
  await waitFor(() => expect(location()).toBe('/user-group-manager?sort=role'));
  await user.click(screen.getByRole('button', { name: 'Role' }));
  await waitFor(() => expect(location()).toBe('/user-group-manager?sort=-role'));
  await waitFor(() => expect(server.requests(listMembers).map(({ query }) => query.sort)).toEqual(['name', 'role', '-role']));
});

test('further pages are added below', async () => {
  server.answer(listMembers, ({ query }) => (query.cursor === 'next' ? only(pending) : { items: [mia], next_cursor: 'next' }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('row', { name: /pending@new.example/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Mia/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a page that does not arrive leaves the rows and can be asked for again', async () => {
  server.answer(listMembers, ({ query }) => (query.cursor === 'next' ? only(pending) : { items: [mia], next_cursor: 'next' }));
  const { user } = show();
  const more = await screen.findByRole('button', { name: 'Show more' });
  server.lose(listMembers, { times: 1 });
  await user.click(more);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /pending@new.example/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Mia/ })).toBeInTheDocument();
});

test('a failure is told in words and can be tried again', async () => {
  server.answer(listMembers, only(mia));
  server.fail(listMembers, 'rate_limited', { times: 1 });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Mia/ })).toBeInTheDocument();
});

test('loads by itself when the network is back', async () => {
  server.answer(listMembers, only(mia));
  server.lose(listMembers, { times: 1 });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  expect(await screen.findByRole('row', { name: /Mia/ })).toBeInTheDocument();
});

test('says that it loads', async () => {
  server.hang(listMembers);
  show();
  expect(await screen.findByText('Loading…')).toBeInTheDocument();
});

test('exports every page of what is listed, with no cell that a spreadsheet would run', async () => {
  const evil = { ...pending, username: '=HYPERLINK("http://evil.example")', teams: ['+1'] };
  server.answer(listMembers, ({ query }) => (query.cursor === 'next' ? only(evil) : { items: [mia], next_cursor: 'next' }));
  const saved = catchDownloads();
  const { user } = show('/user-group-manager?q=e&sort=email');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Exported: 2')).toBeInTheDocument();
  expect(saved[0]?.name).toBe('members.csv');
  const lines = (await saved[0]?.text)?.split('\r\n') ?? [];
  expect(lines[1]).toBe('"Mia Member","mia@pro.example","Owner","Knowledge, Support","Deutsch","On","Complete"');
  expect(lines[2]).toBe('"\'=HYPERLINK(""http://evil.example"")","pending@new.example","Member","\'+1","English","Off","Step 3 of 5"');
  const asked = server.requests(listMembers).filter(({ query }) => query.limit === 100);
  expect(asked.map(({ query }) => [query.q, query.sort])).toEqual([['e', 'email'], ['e', 'email']]);
});

test('an export that fails saves nothing and says why', async () => {
  server.answer(listMembers, only(mia));
  const saved = catchDownloads();
  const { user } = show();
  await screen.findByRole('row', { name: /Mia/ });
  server.lose(listMembers);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText(/no file was saved/)).toHaveTextContent('cannot be reached');
  expect(saved).toEqual([]);
});

test('an export can be cancelled', async () => {
  server.answer(listMembers, only(mia));
  const saved = catchDownloads();
  const { user } = show();
  await screen.findByRole('row', { name: /Mia/ });
  server.hang(listMembers);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel export' }));
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeInTheDocument();
  expect(saved).toEqual([]);
});
