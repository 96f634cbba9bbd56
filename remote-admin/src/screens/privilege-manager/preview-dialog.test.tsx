import { listNameable, previewPrivileges, type Preview } from '@parlance/shared/contract/api/privileges/privileges';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { PreviewDialog } from './preview-dialog.tsx';

const server = fakeServer();
const mia = { id: '0198f0aa-0000-7000-8000-000000000002', name: 'Mia Member' };
const nobody: Preview = { people: [], looked_at: 0, is_cut: false };

beforeEach(() => server.answer(listNameable, ({ query }) => ({ items: query.kind === 'member' ? [mia] : [] })));
const show = () =>
  renderScreen(<PreviewDialog set={null} statements={[]} close={() => undefined} />, {
    session: { isAdmin: true, whoami: { is_admin: true, is_owner: true } },
  });
type User = ReturnType<typeof show>['user'];
const look = (user: User) => user.click(screen.getByRole('button', { name: 'Show changes' }));

test('a set that nobody has says so, and asks whom to look at', async () => {
  server.answer(previewPrivileges, nobody);
  const { user } = show();
  await look(user);
  expect(
    await screen.findByText('No one has this permission set. Choose a member or team to preview.'),
  ).toBeInTheDocument();
});

test('one person is looked at as if they had it, though it is not saved yet', async () => {
  server.answer(previewPrivileges, { ...nobody, looked_at: 1 });
  const { user } = show();
  await user.type(screen.getByRole('combobox', { name: 'Member' }), 'Mia');
  await user.click(await screen.findByRole('option', { name: 'Mia Member' }));
  await look(user);
  expect(await screen.findByText('Changes affect 0 of 1 people.')).toBeInTheDocument();
  expect(server.requests(previewPrivileges)[0]?.body).toEqual({
    holder: { kind: 'member', id: mia.id },
    set_id: null,
    statements: [],
    is_granted: true,
  });
});

test('who looks at a team and comes back finds the person who was chosen', async () => {
  server.answer(previewPrivileges, { ...nobody, looked_at: 1 });
  const { user } = show();
  await user.type(screen.getByRole('combobox', { name: 'Member' }), 'Mia');
  await user.click(await screen.findByRole('option', { name: 'Mia Member' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Member or team' }), 'team');
  await look(user);
  await waitFor(() => expect(server.requests(previewPrivileges)[0]?.body.holder).toBeNull());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Member or team' }), 'member');
  await look(user);
  await waitFor(() =>
    expect(server.requests(previewPrivileges)[1]?.body.holder).toEqual({ kind: 'member', id: mia.id }),
  );
});

test('that there are more than are looked at is said, and only then', async () => {
  server.answer(previewPrivileges, { people: [{ ...mia, changes: [], limits: [] }], looked_at: 1_200, is_cut: true });
  const { user } = show();
  await look(user);
  expect(await screen.findByText('Changes affect 1 of 1,200 people.')).toBeInTheDocument();
  expect(screen.getByText('There are more people or agents than this preview covers.')).toBeInTheDocument();
  // A person without changes has neither gains nor losses.
  expect(screen.queryByRole('heading', { level: 4 })).not.toBeInTheDocument();
  server.answer(previewPrivileges, { ...nobody, looked_at: 1 });
  await look(user);
  await screen.findByText('Changes affect 0 of 1 people.');
  expect(screen.queryByText('There are more people or agents than this preview covers.')).not.toBeInTheDocument();
});

test('a failure is told, and can be tried again', async () => {
  server.answer(previewPrivileges, nobody);
  server.fail(previewPrivileges, 'rate_limited', { times: 1 });
  const { user } = show();
  await look(user);
  expect(await screen.findByText(/^Too many attempts/)).toBeInTheDocument();
  await look(user);
  expect(await screen.findByText(/^No one has this permission set/)).toBeInTheDocument();
});
