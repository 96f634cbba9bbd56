import { listPermissionSets, type PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import {
  changePermissionSet,
  createPermissionSet,
  deletePermissionSet,
  explainPrivilege,
  getPermissionSet,
  grantPermissionSet,
  listNameable,
  listPermissionGrants,
  previewPrivileges,
  revokePermissionGrant,
  type PermissionGrant,
} from '@parlance/shared/contract/api/privileges/privileges';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import { endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import PrivilegeManager from './privilege-manager.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [desk, mia] = [
  { id: id(1), name: 'People Desk' },
  { id: id(2), name: 'Mia Member' },
];
const denial: Statement = {
  effect: 'deny',
  kind: 'bot',
  actions: ['use', 'export'],
  scope: 'these',
  ids: [desk.id],
  at_most: null,
};
const quiet: PermissionSet = {
  id: id(10),
  name: 'Quiet hours',
  description: 'For trainees',
  statements: [denial],
  revision: 3,
  grants: 1,
  updated_at: '2026-11-22T10:00:00.000Z',
  changed_by: { id: id(3), name: 'Olga Owner' },
};
const grant: PermissionGrant = {
  id: id(20),
  set: { id: quiet.id, name: quiet.name },
  holder: { kind: 'team', id: id(30), name: 'Night shift', members: 2 },
  expires_at: null,
  is_expired: false,
  granted_by: { id: id(3), name: 'Olga Owner' },
  created_at: '2026-11-22T10:00:00.000Z',
};
const only = <T,>(...items: T[]) => ({ items, next_cursor: null });
const show = (path = '/privilege-manager') =>
  renderScreen(<PrivilegeManager />, {
    path,
    session: { isAdmin: true, whoami: { member_id: id(3), is_admin: true, is_owner: true } },
  });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

beforeEach(() => {
  server.answer(listPermissionSets, only(quiet));
  server.answer(getPermissionSet, quiet);
  server.answer(listPermissionGrants, only(grant));
  server.answer(listNameable, ({ query }) => ({
    items: query.kind === 'bot' ? [desk] : query.kind === 'member' ? [mia] : [],
  }));
});
/** Chooses a person or thing by the first letters. */
async function find(
  user: ReturnType<typeof show>['user'],
  field: string,
  letters: string,
  name: string,
): Promise<void> {
  await user.type(await screen.findByRole('combobox', { name: field }), letters);
  await user.click(await screen.findByRole('option', { name }));
}

test('lists the sets, leads to who has them, tells the precedence and what holds without any', async () => {
  show();
  const row = await screen.findByRole('row', { name: /Quiet hours/ });
  expect(within(row).getByRole('link', { name: 'Quiet hours' })).toHaveAttribute(
    'href',
    `/privilege-manager?set=${quiet.id}`,
  );
  expect(within(row).getByRole('link', { name: 'Grants of “Quiet hours”: 1' })).toHaveAttribute(
    'href',
    `/privilege-manager?tab=grants&of=${quiet.id}`,
  );
  expect(screen.getByText(/Order of precedence: plan and role/)).toBeInTheDocument();
  expect(screen.getByText(/up to 100 agents/)).toBeInTheDocument();
});

test('says what a set is for where there is none', async () => {
  server.answer(listPermissionSets, only());
  show();
  expect(await screen.findByRole('heading', { name: 'No permission sets yet' })).toBeInTheDocument();
});

test('a failure is told in words and can be tried again', async () => {
  server.fail(listPermissionSets, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Quiet hours/ })).toBeInTheDocument();
});

test('a statement is a sentence that follows what is chosen, and the set is saved with the revision that was seen', async () => {
  server.answer(changePermissionSet, { ...quiet, revision: 4 });
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  expect(await screen.findByText('Agents: can’t use or duplicate or export (People Desk)')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'duplicate or export' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Scope' }), 'except');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Effect' }), 'allow');
  expect(screen.getByText('Agents: can use (all except People Desk)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(changePermissionSet)).toHaveLength(1));
  expect(server.requests(changePermissionSet)[0]?.body).toMatchObject({
    revision: 3,
    statements: [{ effect: 'allow', scope: 'except', actions: ['use'], ids: [desk.id] }],
  });
});

test('who looks at another scope or another kind and comes back finds what was named, with the effect that was chosen since', async () => {
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  const named = 'Agents: can’t use or duplicate or export (People Desk)';
  expect(await screen.findByText(named)).toBeInTheDocument();
  const choose = (name: string, value: string) => user.selectOptions(screen.getByRole('combobox', { name }), value);
  await choose('Scope', 'all');
  expect(screen.queryByText(named)).not.toBeInTheDocument();
  await choose('Scope', 'these');
  expect(screen.getByText(named)).toBeInTheDocument();
  await choose('Type', 'limit');
  await choose('Effect', 'allow');
  await choose('Type', 'bot');
  expect(screen.getByText(/^Agents: can (?!not).*\(People Desk\)$/)).toBeInTheDocument();
});

test('a new set takes an area and a limit, and is not sent while a statement says nothing', async () => {
  server.answer(createPermissionSet, quiet);
  const { user, location } = show('/privilege-manager?set=new');
  await user.type(await screen.findByLabelText('Name'), 'Small');
  await user.click(screen.getByRole('button', { name: 'Add statement' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'feature');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Select at least one action/)).toBeInTheDocument();
  expect(server.requests(createPermissionSet)).toHaveLength(0);
  await user.click(screen.getByRole('checkbox', { name: 'Governance' }));
  expect(screen.getByText('Areas: can’t use (Governance)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add statement' }));
  const second = within(screen.getByRole('group', { name: 'Statement 2' }));
  await user.selectOptions(second.getByRole('combobox', { name: 'Type' }), 'limit');
  await user.clear(second.getByRole('spinbutton', { name: 'At most' }));
  await user.type(second.getByRole('spinbutton', { name: 'At most' }), '5');
  expect(second.getByText('Own agents: never more than 5')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location()).toBe(`/privilege-manager?set=${quiet.id}`));
  expect(server.requests(createPermissionSet)[0]?.body.statements).toMatchObject([
    { kind: 'feature', ids: ['governance'] },
    { kind: 'limit', ids: ['agents'], at_most: 5 },
  ]);
});

test('what would lock out is refused in words, and what was typed stays', async () => {
  server.fail(changePermissionSet, 'locks_out_self');
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  await user.type(await screen.findByLabelText('Name'), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/You’d lose access to privileges/)).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Quiet hours!');
});

test('what is typed and not saved is not left without asking, and what is saved is', async () => {
  server.answer(changePermissionSet, { ...quiet, revision: 4 });
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' again');
  await user.click(screen.getByRole('link', { name: 'All permission sets' }));
  expect(confirm).toHaveBeenCalledWith('You have unsaved changes. Leave anyway?');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Quiet hours again');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(changePermissionSet)).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'All permission sets' }));
  expect(await screen.findByRole('row', { name: /Quiet hours/ })).toBeInTheDocument();
  expect(confirm).toHaveBeenCalledTimes(1);
  confirm.mockRestore();
});

test('what is typed when the session ends is in the form again, with what it names, and is saved over nothing that others have saved since', async () => {
  server.fail(changePermissionSet, 'conflict');
  const shown = show(`/privilege-manager?set=${quiet.id}`);
  await shown.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' again');
  endSession(shown);
  server.answer(getPermissionSet, { ...quiet, revision: 9, statements: [] });
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Quiet hours again');
  expect((await screen.findAllByText(/People Desk/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(changePermissionSet)[0]?.body).toMatchObject({
      revision: quiet.revision,
      name: 'Quiet hours again',
      statements: quiet.statements,
    }),
  );
});

test('previews the form before it is saved: who loses and who gains what', async () => {
  server.answer(previewPrivileges, {
    people: [
      {
        ...mia,
        changes: [
          { kind: 'bot', action: 'use', id: desk.id, name: desk.name, before: true, after: false },
          { kind: 'feature', action: 'use', id: 'governance', name: null, before: false, after: true },
          { kind: 'tool', action: 'create', id: null, name: null, before: false, after: true },
        ],
        limits: [{ name: 'agents', before: null, after: 2 }],
      },
    ],
    looked_at: 2,
    is_cut: false,
  });
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const preview = await dialog('Preview of changes');
  await user.click(within(preview).getByRole('button', { name: 'Show changes' }));
  const person = within(await within(preview).findByRole('region', { name: 'Mia Member' }));
  expect(person.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Agents: use (People Desk)',
    'Areas: Governance',
    'Tools: create',
    'Own agents: unlimited → 2',
  ]);
  expect(within(preview).getByText('Changes affect 1 of 2 people.')).toBeInTheDocument();
  expect(server.requests(previewPrivileges)[0]?.body).toEqual({
    holder: null,
    set_id: quiet.id,
    statements: [denial],
    is_granted: true,
  });
  expect(server.requests(changePermissionSet)).toHaveLength(0);
});

test('the deletion says from whom it is taken', async () => {
  server.answer(deletePermissionSet, {});
  const { user, location } = show(`/privilege-manager?set=${quiet.id}`);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await dialog('Delete “Quiet hours”?'));
  expect(await asked.findByText('Team “Night shift”')).toBeInTheDocument();
  await user.click(asked.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(location()).toBe('/privilege-manager'));
});

test('a copy begins with what the other set says, without its name', async () => {
  const { user } = show(`/privilege-manager?set=${quiet.id}`);
  await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
  expect(await screen.findByRole('heading', { name: 'New permission set' })).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(screen.getByText(/People Desk/, { selector: 'p' })).toBeInTheDocument();
});

test('a set is granted to a member until the end of a day, and revoked from a team', async () => {
  server.answer(grantPermissionSet, grant);
  server.answer(revokePermissionGrant, {});
  const { user } = show('/privilege-manager?tab=grants');
  const row = await screen.findByRole('row', { name: /Night shift/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Quiet hours', 'Never', 'Olga Owner']);
  await user.click(screen.getByRole('button', { name: 'Grant permission set' }));
  const given = within(await dialog('Grant permission set'));
  await user.click(await given.findByRole('button', { name: 'Grant' }));
  expect(await given.findByText('Choose a permission set and who gets it.')).toBeInTheDocument();
  await user.selectOptions(given.getByRole('combobox', { name: 'Permission set' }), quiet.id);
  await find(user, 'Member', 'Mi', 'Mia Member');
  await user.type(given.getByLabelText('Valid through'), '2099-12-31');
  await user.click(given.getByRole('button', { name: 'Grant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.requests(grantPermissionSet)[0]?.body).toMatchObject({
    set_id: quiet.id,
    holder: { kind: 'member', id: mia.id },
    expires_at: new Date('2099-12-31T23:59:59').toISOString(),
  });
  await user.click(screen.getByRole('button', { name: 'Revoke “Quiet hours” from Team “Night shift”' }));
  await user.click(within(await dialog('Revoke “Quiet hours”?')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(server.requests(revokePermissionGrant)).toHaveLength(1));
});

test('says why somebody may not, in words, with the set and the team through which they have it', async () => {
  server.answer(explainPrivilege, {
    allowed: false,
    because: [
      {
        code: 'denied',
        decides: true,
        statement: { ...denial, set_id: quiet.id, set_name: quiet.name, team: 'Night shift', expires_at: null },
      },
    ],
  });
  const { user } = show('/privilege-manager?tab=why');
  await user.click(await screen.findByRole('button', { name: 'Check access' }));
  expect(await screen.findByText('Choose a person.')).toBeInTheDocument();
  await find(user, 'Member', 'Mi', 'Mia Member');
  await find(user, 'Agent', 'Peo', 'People Desk');
  await user.click(screen.getByRole('button', { name: 'Check access' }));
  expect(await screen.findByRole('heading', { name: 'No, Mia Member can’t do this.' })).toBeInTheDocument();
  const [reason] = screen.getAllByRole('listitem').filter(({ textContent }) => textContent.includes('denies it'));
  expect(reason).toHaveTextContent(
    '“Quiet hours” denies it.Deciding reasonAgents: can’t use or duplicate or export (People Desk) — via the team “Night shift”',
  );
  expect(server.requests(explainPrivilege)[0]?.query).toEqual({
    member_id: mia.id,
    kind: 'bot',
    action: 'use',
    id: desk.id,
  });
});

test('says of a limit how much it is, and which rung says so', async () => {
  server.answer(explainPrivilege, {
    allowed: true,
    limit: 100,
    because: [
      { code: 'limit_of_plan', decides: false, number: null },
      { code: 'limit_of_role', decides: true, number: 100 },
    ],
  });
  const { user } = show('/privilege-manager?tab=why');
  await find(user, 'Member', 'Mi', 'Mia Member');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'limit');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Item' }), 'agents');
  await user.click(screen.getByRole('button', { name: 'Check access' }));
  expect(await screen.findByRole('heading', { name: 'Limit for Mia Member: 100' })).toBeInTheDocument();
  expect(screen.getByText('The organisation’s plan: unlimited')).toBeInTheDocument();
});
