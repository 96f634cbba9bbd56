import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type Invitation,
} from '@parlance/shared/contract/api/invitations';
import {
  getMemberImport,
  listRefusedLines,
  startMemberImport,
} from '@parlance/shared/contract/api/member-imports/member-imports';
import { listMembers, type MemberDetails, type MemberSummary } from '@parlance/shared/contract/api/members';
import {
  changeMembers,
  getBelongings,
  getMember,
  offboardMember,
  setMemberRole,
  setMemberState,
  setMemberTeams,
} from '@parlance/shared/contract/api/offboarding';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import {
  createTeam,
  deleteTeam,
  getTeamUses,
  listTeamMembers,
  listTeams,
  putTeamMember,
  removeTeamMember,
  type Team,
} from '@parlance/shared/contract/api/teams';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import UserGroupManager from './user-group-manager.tsx';

const server = fakeServer();

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const mia: MemberSummary = {
  id: id(1),
  username: 'Mia Member',
  email: 'mia@pro.example',
  role: 'owner',
  state: 'active',
  teams: ['Knowledge', 'Support'],
  language: 'de-DE',
  mfa_preference: 'EMAIL_OTP',
  registration: { is_completed: true, stage: 5 },
};
const pending: MemberSummary = {
  id: id(2),
  username: null,
  email: 'pending@new.example',
  role: 'member',
  state: 'active',
  teams: [],
  language: 'en',
  mfa_preference: 'NONE',
  registration: { is_completed: false, stage: 3 },
};
const field: Team = {
  id: id(50),
  name: 'Field',
  description: 'On the road',
  members: 2,
  owners: ['Mia Member'],
  created_at: '2026-01-01T00:00:00.000Z',
};
const details = (member: MemberSummary, changes: Partial<MemberDetails> = {}): MemberDetails => ({
  ...member,
  title: 'Researcher',
  joined_at: '2026-01-01T00:00:00.000Z',
  last_used_at: '2026-11-01T00:00:00.000Z',
  deactivated_at: null,
  memberships: [],
  ...changes,
});
beforeEach(() => server.answer(listTeams, { items: [field], next_cursor: null }));
afterEach(() => jest.restoreAllMocks());
const only = (...items: MemberSummary[]) => ({ items, next_cursor: null });
const show = (path = '/user-group-manager') =>
  renderScreen(<UserGroupManager />, {
    path,
    session: { isAdmin: true, whoami: { member_id: mia.id, is_admin: true, is_owner: true } },
  });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

/** Catches the files handed to the browser. */
function catchDownloads(): { name: string; text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  let latest: Blob | undefined;
  URL.createObjectURL = (blob: Blob) => {
    latest = blob;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = latest;
    if (blob !== undefined) saved.push({ name: this.download, text: blob.text() });
  });
  return saved;
}

test('shows each member in words', async () => {
  server.answer(listMembers, only(mia, pending));
  show();
  const row = await screen.findByRole('row', { name: /Mia Member/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['', 'mia@pro.example', 'Owner', 'Knowledge, Support', 'Deutsch', 'On', 'Complete']);
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
  expect(screen.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending');
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
  expect(await screen.findByRole('heading', { name: 'No members match “zzz”' })).toBeInTheDocument();
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
  await waitFor(() =>
    expect(server.requests(listMembers).map(({ query }) => query.sort)).toEqual(['name', 'role', '-role']),
  );
});

test('further pages are added below', async () => {
  server.answer(listMembers, ({ query }) =>
    query.cursor === 'next' ? only(pending) : { items: [mia], next_cursor: 'next' },
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('row', { name: /pending@new.example/ })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Mia/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a page that does not arrive leaves the rows and can be asked for again', async () => {
  server.answer(listMembers, ({ query }) =>
    query.cursor === 'next' ? only(pending) : { items: [mia], next_cursor: 'next' },
  );
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
  expect(await screen.findByRole('alert')).toHaveTextContent('can’t be reached');
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
  server.answer(listMembers, ({ query }) =>
    query.cursor === 'next' ? only(evil) : { items: [mia], next_cursor: 'next' },
  );
  const saved = catchDownloads();
  const { user } = show('/user-group-manager?q=e&sort=email');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Members exported: 2')).toBeInTheDocument();
  expect(saved[0]?.name).toBe('members.csv');
  const lines = (await saved[0]?.text)?.split('\r\n') ?? [];
  expect(lines[1]).toBe('"Mia Member","mia@pro.example","Owner","Knowledge, Support","Deutsch","On","Complete"');
  expect(lines[2]).toBe(
    '"\'=HYPERLINK(""http://evil.example"")","pending@new.example","Member","\'+1","English","Off","Step 3 of 5"',
  );
  const asked = server.requests(listMembers).filter(({ query }) => query.limit === 100);
  expect(asked.map(({ query }) => [query.q, query.sort])).toEqual([
    ['e', 'email'],
    ['e', 'email'],
  ]);
});

test('an export that fails saves nothing and says why', async () => {
  server.answer(listMembers, only(mia));
  const saved = catchDownloads();
  const { user } = show();
  await screen.findByRole('row', { name: /Mia/ });
  server.lose(listMembers);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText(/No file was saved/)).toHaveTextContent('can’t be reached');
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

describe('the list', () => {
  test('is narrowed by role, team and state, which stand in the address', async () => {
    server.answer(listMembers, only(mia, pending));
    const { user, location } = show();
    await screen.findByRole('row', { name: /Mia/ });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Member');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Team' }),
      await screen.findByRole('option', { name: 'Field' }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Deactivated');
    await waitFor(() => expect(location()).toBe(`/user-group-manager?role=member&state=deactivated&team=${field.id}`));
    await waitFor(() =>
      expect(server.requests(listMembers).at(-1)?.query).toMatchObject({
        role: 'member',
        state: 'deactivated',
        team_id: field.id,
      }),
    );
  });

  test('lets many be deactivated at once, and says what was refused and why', async () => {
    server.answer(listMembers, only(mia, pending));
    server.answer(changeMembers, { changed: [pending.id], refused: [{ member_id: mia.id, code: 'own_membership' }] });
    const said: string[] = [];
    const stop = onNotice(({ message }) => void said.push(message));
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Mia Member”' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    const deactivate = screen.getByRole('button', { name: 'Deactivate' });
    fireEvent.click(deactivate);
    fireEvent.click(deactivate);
    await waitFor(() =>
      expect(said).toEqual(['Members not updated: 1. You can’t do this with your own account.', 'Members updated: 1']),
    );
    expect(server.requests(changeMembers)).toHaveLength(1);
    expect(server.requests(changeMembers)[0]?.body).toEqual({
      member_ids: [mia.id, pending.id],
      change: { kind: 'state', state: 'deactivated' },
    });
    stop();
  });
});

describe('a member', () => {
  const openPending = async (member = details(pending)) => {
    server.answer(listMembers, only(mia, pending));
    server.answer(getMember, member);
    const shown = show();
    await shown.user.click(await screen.findByRole('button', { name: 'pending@new.example' }));
    return { ...shown, box: within(await dialog('pending@new.example')) };
  };

  test('is given a role and teams', async () => {
    server.answer(setMemberRole, details(pending));
    server.answer(setMemberTeams, details(pending));
    const { user, box } = await openPending();
    await user.selectOptions(await box.findByRole('combobox', { name: 'Role' }), 'Owner');
    await user.click(await box.findByRole('checkbox', { name: 'Field' }));
    await user.click(box.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(setMemberRole)[0]?.body).toEqual({ role: 'owner' }));
    expect(server.requests(setMemberTeams)[0]?.body).toEqual({ team_ids: [field.id] });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('who is looked at again is shown with what is true by then, so that nothing moves under who presses a button there', async () => {
    const { user, box } = await openPending();
    await box.findByRole('checkbox', { name: 'Field' });
    await user.click(box.getByRole('button', { name: 'Close' }));
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
    server.answer(getMember, () => arrived.then(() => details(pending, { title: 'Librarian' })));
    server.answer(listTeams, () =>
      arrived.then(() => ({ items: [field, { ...field, id: id(51), name: 'Made since' }], next_cursor: null })),
    );
    await user.click(screen.getByRole('button', { name: 'pending@new.example' }));
    const again = within(await dialog('pending@new.example'));
    expect(again.queryByRole('button', { name: 'Transfer and deactivate…' })).not.toBeInTheDocument();
    arrive(undefined);
    await again.findByRole('button', { name: 'Transfer and deactivate…' });
    expect(again.getByText('Librarian')).toBeInTheDocument();
    expect(again.getByRole('checkbox', { name: 'Made since' })).toBeInTheDocument();
  });

  test('is deactivated and brought back', async () => {
    server.answer(setMemberState, details(pending));
    const { user, box } = await openPending();
    await user.click(await box.findByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(server.requests(setMemberState)[0]?.body).toEqual({ state: 'deactivated' }));
  });

  test('who is an owner is not changed by an admin', async () => {
    server.answer(listMembers, only(mia));
    server.answer(getMember, details(mia));
    const { user } = renderScreen(<UserGroupManager />, {
      path: '/user-group-manager',
      session: { isAdmin: true, whoami: { member_id: pending.id, is_admin: true, is_owner: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Mia Member' }));
    expect(await screen.findByText('Only owners can edit an owner.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Deactivate' })).not.toBeInTheDocument();
  });

  test('hands over what there is to somebody, who has to be chosen', async () => {
    server.answer(getBelongings, { agents: 2, prompt_templates: 0, knowledge: 0, automations: 0 });
    server.answer(listColleagues, { items: [{ id: id(7), name: 'Noor' }], next_cursor: null });
    server.answer(offboardMember, {
      member: details(pending, { state: 'deactivated' }),
      handed_over: { agents: 2, prompt_templates: 0, knowledge: 0, automations: 0 },
    });
    const { user, box } = await openPending();
    await user.click(await box.findByRole('button', { name: 'Transfer and deactivate…' }));
    expect(await box.findByText('Agents: 2')).toBeInTheDocument();
    await user.click(box.getByRole('button', { name: 'Transfer and deactivate' }));
    expect(await box.findByText('Choose who takes this over.')).toBeInTheDocument();
    await user.type(box.getByRole('combobox', { name: 'People' }), 'No');
    await user.click(await box.findByRole('option', { name: 'Noor' }));
    await user.click(box.getByRole('button', { name: 'Transfer and deactivate' }));
    await waitFor(() =>
      expect(server.requests(offboardMember)[0]?.body).toEqual({
        agents_to: id(7),
        prompt_templates_to: null,
        knowledge_to: null,
        automations_to: null,
      }),
    );
  });
});

const invited: Invitation = {
  id: id(30),
  email: 'grete@guest.example',
  role: 'member',
  teams: ['Field'],
  language: 'en',
  status: 'open',
  inviter: 'Mia Member',
  created_at: '2026-11-20T00:00:00.000Z',
  expires_at: '2026-11-27T00:00:00.000Z',
};
const seats = { members: 2, invited: 1, limit: null };

describe('invitations', () => {
  test('go to several addresses; who cannot be invited stays in the field with the reason', async () => {
    server.answer(listMembers, only(mia));
    server.answer(createInvitation, { invitation: invited, seats });
    server.fail(createInvitation, 'already_member', { times: 1 });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Invite people' }));
    const box = within(await dialog('Invite people'));
    await user.click(box.getByRole('button', { name: 'Send invitations' }));
    expect(await box.findByText(/Enter 1–50 addresses/)).toBeInTheDocument();
    await user.click(box.getByRole('textbox', { name: 'Email addresses' }));
    await user.paste('mia@pro.example, Grete@guest.example');
    await user.click(box.getByRole('button', { name: 'Send invitations' }));
    expect(await box.findByText(/^mia@pro.example: /)).toBeInTheDocument();
    expect(box.getByRole('textbox', { name: 'Email addresses' })).toHaveValue('mia@pro.example');
    expect(server.requests(createInvitation).map(({ body }) => [body.email, body.days])).toEqual([
      ['mia@pro.example', 7],
      ['grete@guest.example', 7],
    ]);
  });

  test('that were not answered are sent again as the same ones, and with other terms as others', async () => {
    server.answer(listMembers, only(mia));
    server.fail(createInvitation, 'rate_limited');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Invite people' }));
    const box = within(await dialog('Invite people'));
    await user.click(box.getByRole('textbox', { name: 'Email addresses' }));
    await user.paste('grete@guest.example');
    const sendUntil = async (times: number) => {
      await user.click(box.getByRole('button', { name: 'Send invitations' }));
      await waitFor(() => expect(server.requests(createInvitation)).toHaveLength(times));
      await waitFor(() =>
        expect(box.getByRole('button', { name: 'Send invitations' })).toHaveAttribute('aria-disabled', 'false'),
      );
    };
    await sendUntil(1);
    await sendUntil(2);
    await user.selectOptions(box.getByRole('combobox', { name: 'Role' }), 'admin');
    await sendUntil(3);
    const [first, again, other] = server.requests(createInvitation).map(({ body }) => body.idempotency_key);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  test('are listed, sent again and revoked', async () => {
    server.answer(listInvitations, { items: [invited], next_cursor: null, seats });
    server.answer(resendInvitation, { invitation: invited, seats });
    server.answer(revokeInvitation, { invitation: invited, seats });
    const { user } = show('/user-group-manager?tab=invitations');
    await user.click(await screen.findByRole('button', { name: 'Resend invitation to grete@guest.example' }));
    await waitFor(() => expect(server.requests(resendInvitation)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Revoke invitation for grete@guest.example' }));
    await waitFor(() => expect(server.requests(revokeInvitation)).toHaveLength(1));
  });

  test('of a file that were not answered are sent again as the same import, and of another file as another', async () => {
    server.answer(listMembers, only(mia));
    server.fail(startMemberImport, 'rate_limited');
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const box = within(await dialog('Invite from a CSV file'));
    const choose = async (csv: string) => {
      await user.upload(
        box.getByLabelText('CSV file'),
        Object.assign(new File([csv], 'people.csv', { type: 'text/csv' }), { text: () => Promise.resolve(csv) }),
      );
      expect(await box.findByText(`Lines: ${csv.split('\n').length - 1}. With errors: 0.`)).toBeInTheDocument();
    };
    const sendUntil = async (times: number) => {
      await user.click(box.getByRole('button', { name: 'Send invitations' }));
      await waitFor(() => expect(server.requests(startMemberImport)).toHaveLength(times));
      await waitFor(() =>
        expect(box.getByRole('button', { name: 'Send invitations' })).toHaveAttribute('aria-disabled', 'false'),
      );
    };
    await choose('email\ngrete@guest.example');
    await sendUntil(1);
    await sendUntil(2);
    await choose('email\ngrete@guest.example\nada@guest.example');
    await sendUntil(3);
    const [first, again, other] = server.requests(startMemberImport).map(({ body }) => body.idempotency_key);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  test('of a file are shown as they are understood, followed, and reported by line', async () => {
    const begun = {
      id: id(40),
      status: 'running' as const,
      total: 2,
      done: 0,
      invited: 0,
      refused: 0,
      created_at: '2026-11-22T00:00:00.000Z',
    };
    server.answer(listMembers, only(mia));
    server.answer(startMemberImport, begun);
    server.answer(getMemberImport, { ...begun, status: 'complete', done: 2, invited: 1, refused: 1 });
    server.answer(listRefusedLines, {
      items: [{ id: '3', line: 3, email: '=evil', role: '', teams: '', language: '', outcome: 'email_wrong' }],
      next_cursor: null,
    });
    const saved = catchDownloads();
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const box = within(await dialog('Invite from a CSV file'));
    const csv = 'E-Mail;Office\ngrete@guest.example;7\n=evil;8';
    const file = Object.assign(new File([csv], 'people.csv', { type: 'text/csv' }), {
      text: () => Promise.resolve(csv),
    });
    await user.upload(box.getByLabelText('CSV file'), file);
    expect(await box.findByText('Lines: 2. With errors: 1.')).toBeInTheDocument();
    expect(box.getByText('Columns found: E-Mail. Ignored: Office.')).toBeInTheDocument();
    await user.click(box.getByRole('button', { name: 'Send invitations' }));
    expect(await box.findByText('Invited: 1. Not invited: 1.', undefined, { timeout: 4000 })).toBeInTheDocument();
    await user.click(box.getByRole('button', { name: 'Download lines not invited' }));
    await waitFor(() => expect(saved[0]?.name).toBe('not-invited.csv'));
    expect((await saved[0]?.text)?.split('\r\n')[1]).toBe('"3","\'=evil","","","","This isn’t an email address."');
  });
});

describe('teams', () => {
  test('are listed, and one is made', async () => {
    server.answer(createTeam, field);
    const { user } = show('/user-group-manager?tab=teams');
    expect(await screen.findByRole('row', { name: /Field/ })).toHaveTextContent('On the road');
    await user.click(screen.getByRole('button', { name: 'New team' }));
    const box = within(await dialog('New team'));
    await user.type(box.getByRole('textbox', { name: 'Name' }), 'Lab');
    await user.click(box.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(createTeam)[0]?.body).toEqual({ name: 'Lab', description: '' }));
  });

  test('have members, some of whom own them', async () => {
    server.answer(listTeamMembers, { items: [{ id: mia.id, name: 'Mia Member', is_owner: false }], next_cursor: null });
    server.answer(putTeamMember, { id: mia.id, name: 'Mia Member', is_owner: true });
    const { user } = show('/user-group-manager?tab=teams');
    await user.click(await screen.findByRole('button', { name: 'Field' }));
    await user.click(await screen.findByRole('checkbox', { name: '“Mia Member” is a team owner' }));
    await waitFor(() => expect(server.requests(putTeamMember)[0]?.body).toEqual({ is_owner: true }));
  });

  test('take in whom the letters mean, also where Enter comes before their answer', async () => {
    server.answer(listTeamMembers, { items: [{ id: mia.id, name: 'Mia Member', is_owner: false }], next_cursor: null });
    const { promise: slow, resolve: arrive } = Promise.withResolvers<undefined>();
    server.answer(listColleagues, async ({ query }) => {
      if (query.q === '') return { items: [{ id: id(6), name: 'Adrian' }], next_cursor: null };
      await slow;
      return { items: [{ id: id(7), name: 'Noor' }], next_cursor: null };
    });
    server.answer(putTeamMember, { id: id(7), name: 'Noor', is_owner: false });
    const { user } = show('/user-group-manager?tab=teams');
    await user.click(await screen.findByRole('button', { name: 'Field' }));
    await user.click(await screen.findByRole('combobox', { name: 'People' }));
    await screen.findByRole('option', { name: 'Adrian' });
    await user.keyboard('Noor{Enter}');
    arrive(undefined);
    await waitFor(() => expect(server.requests(putTeamMember).map(({ params }) => params.member_id)).toEqual([id(7)]));
  });

  test('say in words why somebody stays in one, and why it is not deleted', async () => {
    server.answer(listTeamMembers, { items: [{ id: mia.id, name: 'Mia Member', is_owner: false }], next_cursor: null });
    server.fail(removeTeamMember, 'above_own_rights');
    server.fail(deleteTeam, 'above_own_rights');
    server.answer(getTeamUses, {
      rules: [
        { name: 'Cards', is_for_it_alone: true },
        { name: 'Birds', is_for_it_alone: false },
      ],
      permission_sets: ['Builders'],
      agents: 2,
      prompt_templates: 0,
      knowledge: 0,
      dialogues: 1,
    });
    const said: string[] = [];
    const stop = onNotice(({ message }) => void said.push(message));
    const { user } = show('/user-group-manager?tab=teams');
    await user.click(await screen.findByRole('button', { name: 'Field' }));
    await user.click(await screen.findByRole('button', { name: 'Remove “Mia Member” from the team' }));
    await waitFor(() =>
      expect(said).toEqual([
        'You can’t grant or restore privileges that you don’t have yourself. Ask an owner of your organisation.',
      ]),
    );
    stop();
    await user.click(screen.getByRole('button', { name: 'Delete team' }));
    const box = within(await dialog('Delete “Field”?'));
    await box.findByText('Deleting this team affects:');
    expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Rule “Cards”: is for this team only, and will apply to no one',
      'Rule “Birds”: no longer applies to the team’s members',
      'Permission set “Builders”: no longer granted through this team',
      'Agents shared with it: 2',
      'Dialogues shared with it: 1',
    ]);
    await user.click(box.getByRole('button', { name: 'Delete team' }));
    expect(await box.findByText(/Ask an owner of your organisation/)).toBeVisible();
  });
});
