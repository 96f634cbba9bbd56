import {
  endHold,
  getRetention,
  listHolds,
  listHoldTeams,
  placeHold,
  saveRetention,
  tryRetention,
  type Hold,
  type Retention,
} from '@parlance/shared/contract/api/retention';
import { comeBack, endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import Governance from './governance.tsx';

const server = fakeServer();
const kept: Retention = {
  days: { audit_log: 400 },
  version: 3,
  applied: { day: '2026-11-21', removed: [{ kind: 'audit_log', count: 12 }] },
};
const hold: Hold = {
  id: '0198f0aa-0000-7000-8000-000000000001',
  kind: 'member',
  name: 'mei@pro.example',
  people: 1,
  reason: 'Proceedings of the labour court',
  until: null,
  placed_by: null,
  placed_at: '2026-11-22T10:00:00.000Z',
};

function show(holds: readonly Hold[] = [], retention = kept) {
  server.answer(getRetention, retention);
  server.answer(listHolds, { items: [...holds], next_cursor: null });
  server.answer(listHoldTeams, { items: [{ id: hold.id, name: 'Sales' }] });
  return renderScreen(<Governance />, { path: '/governance?tab=retention', session: { isAdmin: true } });
}

const figures = () => screen.findByRole('textbox', { name: /Daily usage statistics/ });

test('shows how long data is kept, and saves it only with what would be deleted before one’s eyes', async () => {
  server.answer(tryRetention, {
    kinds: [{ kind: 'dialogues', count: 41, oldest: '2025-01-01T10:00:00.000Z', held: 2 }],
  });
  server.answer(saveRetention, { ...kept, version: 4 });
  const { user } = show();
  const field = await screen.findByRole('textbox', { name: /Dialogues, since the last prompt/ });
  expect(screen.getByText(/Audit log: 12/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  await user.type(field, '3');
  expect(await screen.findByText('Enter a whole number of at least 7 days, or leave this empty.')).toBeInTheDocument();
  await user.type(field, '0');
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  const row = await screen.findByRole('row', { name: /Dialogues, since the last prompt/ });
  expect(within(row).getByRole('cell', { name: '41' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(saveRetention)).toHaveLength(1));
  expect(server.requests(saveRetention)[0]?.body).toEqual({ days: { dialogues: 30, audit_log: 400 }, version: 3 });
});

test('says what goes with the reasoning of models, which may be kept for a day alone', async () => {
  server.answer(tryRetention, { kinds: [{ kind: 'reasoning', count: 7, oldest: null, held: 0 }] });
  server.answer(saveRetention, { ...kept, version: 4 });
  const { user } = show();
  const field = await screen.findByRole('textbox', { name: /^Reasoning of models/ });
  expect(field).toHaveAccessibleDescription(/before their answers is deleted\. The answers stay\..*At least 1 day$/);
  await user.type(field, '0');
  expect(screen.getByText('Enter a whole number of at least 1 day, or leave this empty.')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '1');
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  expect(await screen.findByRole('row', { name: /^Reasoning of models 7/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(saveRetention)[0]?.body.days).toEqual({ reasoning: 1, audit_log: 400 }));
});

test('what was tried is no longer shown when something else is typed', async () => {
  server.answer(tryRetention, { kinds: [] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Preview deletion' }));
  await screen.findByRole('button', { name: 'Save' });
  await user.type(screen.getByRole('textbox', { name: /Time spent in the product/ }), '90');
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test('days that are typed and not saved are not left without asking', async () => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  const { user } = show();
  await user.type(await screen.findByRole('textbox', { name: /Daily usage statistics/ }), '120');
  await user.click(screen.getByRole('link', { name: 'Rules' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('textbox', { name: /Daily usage statistics/ })).toHaveValue('120');
  confirm.mockRestore();
});

test('days that are typed when the session ends are in the form again, and are saved over nothing that others have saved since', async () => {
  server.answer(tryRetention, { kinds: [] });
  server.fail(saveRetention, 'conflict');
  const shown = show();
  await shown.user.type(await screen.findByRole('textbox', { name: /Daily usage statistics/ }), '120');
  endSession(shown);
  const { user } = show([], { ...kept, version: 9 });
  expect(await screen.findByRole('textbox', { name: /Daily usage statistics/ })).toHaveValue('120');
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests(saveRetention)[0]?.body).toMatchObject({ version: 3 }));
});

test('days that are typed stay where a colleague saves meanwhile, and saving them meets that: what they saved is shown, and mine can follow', async () => {
  server.answer(tryRetention, { kinds: [] });
  const { user } = show();
  await user.type(await figures(), '120');
  server.answer(getRetention, { ...kept, days: { audit_log: 730 }, version: 4 });
  await comeBack();
  await waitFor(() => expect(server.requests(getRetention)).toHaveLength(2));
  expect(await figures()).toHaveValue('120');
  server.answer(saveRetention, ({ body }) => ({ ...kept, days: body.days, version: 5 }));
  server.fail(saveRetention, 'conflict', { times: 1 });
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const notice = within(await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' }));
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Daily usage statistics (days): their version not set, your version 120',
    'Audit log (days): their version 730, your version 400',
  ]);
  expect(await figures()).toHaveValue('120');
  await user.click(notice.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() =>
    expect(
      screen.queryByRole('alert', { name: 'Someone else changed this while you were editing' }),
    ).not.toBeInTheDocument(),
  );
  expect(server.requests(saveRetention).map(({ body }) => body.version)).toEqual([3, 4]);
  expect(server.requests(saveRetention)[1]?.body.days).toEqual({ audit_log: 400, figures: 120 });
});

test('or theirs is taken; where days were typed since they were tried, mine is tried again before it is saved', async () => {
  server.answer(tryRetention, { kinds: [] });
  server.fail(saveRetention, 'conflict');
  const { user } = show();
  await user.type(await figures(), '120');
  server.answer(getRetention, { ...kept, days: { audit_log: 730 }, version: 4 });
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('alert', { name: 'Someone else changed this while you were editing' });
  await user.type(await figures(), '0');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(server.requests(tryRetention).map(({ body }) => body.days.figures)).toEqual([120, 1200]));
  expect(server.requests(saveRetention)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Use their version' }));
  expect(await figures()).toHaveValue('');
  expect(screen.getByRole('textbox', { name: /^Audit log/ })).toHaveValue('730');
});

test('days of which nothing is typed are those that a colleague has saved', async () => {
  show();
  await figures();
  server.answer(getRetention, { ...kept, days: { figures: 95 }, version: 4 });
  await comeBack();
  await waitFor(async () => expect(await figures()).toHaveValue('95'));
});

test('a save after which nothing can be loaded leaves a form that goes on', async () => {
  server.answer(tryRetention, { kinds: [] });
  server.answer(saveRetention, ({ body }) => ({ ...kept, days: body.days, version: body.version + 1 }));
  const { user } = show();
  await user.type(await figures(), '120');
  server.fail(getRetention, 'internal');
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
  await user.type(await figures(), '0');
  await user.click(screen.getByRole('button', { name: 'Preview deletion' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(saveRetention).map(({ body }) => [body.version, body.days.figures])).toEqual([
      [3, 120],
      [4, 1200],
    ]),
  );
});

test('places a hold on a person, and ends one after asking', async () => {
  server.answer(placeHold, hold);
  server.answer(endHold, {});
  const { user } = show([hold]);
  await user.click(await screen.findByRole('button', { name: 'Place legal hold' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Email address' }), 'mei@pro.example');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), hold.reason);
  await user.click(within(dialog).getByRole('button', { name: 'Place legal hold' }));
  await waitFor(() => expect(server.requests(placeHold)).toHaveLength(1));
  expect(server.requests(placeHold)[0]?.body).toMatchObject({
    subject: { kind: 'member', email: 'mei@pro.example' },
    reason: hold.reason,
    until: null,
  });
  await user.click(await screen.findByRole('button', { name: 'End hold: mei@pro.example' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End hold' }));
  await waitFor(() => expect(server.requests(endHold)).toHaveLength(1));
});
