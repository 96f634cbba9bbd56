import * as api from '@parlance/shared/contract/api/audit/audit-log';
import { auditActions } from '@parlance/shared/contract/api/audit/audit-actions';
import { i18n, languages } from '@parlance/shared/i18n';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import AuditLog from './audit-log.tsx';

const server = fakeServer();

const id = '0198f0aa-0000-7000-8000-000000000005';
const entry: api.AuditEntry = {
  number: 12,
  at: '2026-11-21T10:00:00.000Z',
  action: 'agent.published',
  address: '10.0.0.7',
  actor: { kind: 'person', id, name: 'mei@pro.example' },
  target: { kind: 'agent', id: 'agent 7', name: 'House Guide' },
};
const hash = 'a'.repeat(64);
const details: api.AuditEntryDetails = {
  ...entry,
  request_id: null,
  hash,
  previous_hash: 'b'.repeat(64),
  changes: [
    { field: 'version', before: 3, after: 4 },
    { field: 'people', before: ['Ana', 'Ben'], after: ['Ben', 'Cho'] },
    { field: 'has_names', before: null, after: true },
    { field: 'something_new', before: 'was', after: '' },
  ],
};
const list = (...items: api.AuditEntry[]) => ({ items, next_cursor: null });

beforeEach(() => {
  server.answer(api.listAuditEntries, list(entry));
  server.answer(api.getAuditEntry, details);
});
const show = (path = '/audit-log') => renderScreen(<AuditLog />, { path, session: { isAdmin: true } });

test('every action has a sentence of its own in every language', async () => {
  show();
  await screen.findByRole('link', { name: 'mei@pro.example published the agent “House Guide”' });
  for (const language of languages) {
    const t = i18n.getFixedT(language, 'audit-log');
    const sentences = auditActions.map((action) =>
      t(`sentences.${action}`, { who: 'Mei', what: 'It', defaultValue: `${action} has none` }),
    );
    expect(sentences.filter((it) => !it.includes('Mei'))).toEqual([]);
    expect(new Set(sentences).size).toBe(auditActions.length);
  }
});

test('who has no name is told by what they are', async () => {
  server.answer(
    api.listAuditEntries,
    list(
      {
        ...entry,
        number: 3,
        action: 'session.failed',
        actor: { kind: 'stranger', id: null, name: '' },
        target: { kind: 'member', id, name: 'mei@pro.example' },
      },
      {
        ...entry,
        number: 2,
        action: 'audit_log.shortened',
        actor: { kind: 'system', id: null, name: '' },
        target: { kind: 'audit_log', id: null, name: '' },
      },
    ),
  );
  show();
  await screen.findByRole('link', { name: 'Someone not signed in failed to sign in as mei@pro.example' });
  expect(screen.getByRole('link', { name: 'The server removed old entries from the audit log' })).toBeVisible();
});

test('filters stand in the address and are asked for; days are those of this person', async () => {
  const asked: unknown[] = [];
  server.answer(api.listAuditEntries, ({ query }) => {
    asked.push(Object.fromEntries(Object.entries(query).filter(([key]) => !['_t', 'limit'].includes(key))));
    return query.thing === 'team' ? list() : list(entry);
  });
  const { user, location } = show('/audit-log?from=2026-11-20&to=2026-11-20&q=mei&actor=nobody&thing=nothing&entry=x');
  await screen.findByRole('row', { name: /House Guide/ });
  expect(asked).toEqual([
    { q: 'mei', from: new Date(2026, 10, 20).toISOString(), to: new Date(2026, 10, 21).toISOString() },
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action type' }), 'Teams');
  await screen.findByText('No entries match these filters');
  expect(location()).toBe('/audit-log?q=mei&from=2026-11-20&to=2026-11-20&thing=team');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('row', { name: /House Guide/ });
  expect(location()).toBe('/audit-log');
});

test('nothing recorded yet, and a failure with a way to try again, are said', async () => {
  server.answer(api.listAuditEntries, list());
  const { unmount } = show();
  await screen.findByText('No entries yet');
  unmount();
  server.fail(api.listAuditEntries, 'internal');
  const { user } = show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(api.listAuditEntries, list(entry));
  await user.click(again);
  await screen.findByRole('row', { name: /House Guide/ });
});

test('an entry shows each field before and after, in words, and narrows the list to who did it', async () => {
  const { user, location } = show('/audit-log?q=house');
  await user.click(await screen.findByRole('link', { name: /published the agent/ }));
  expect(location()).toBe('/audit-log?q=house&entry=12');
  const dialog = await screen.findByRole('dialog', { name: 'Entry 12' });
  const table = await within(dialog).findByRole('table', { name: 'Changes' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Version', '3', '4'],
    ['People', 'AnaBen', 'BenCho'],
    ['Names included', 'none', 'Yes'],
    ['something new', 'was', 'none'],
  ]);
  expect([...table.querySelectorAll('del')].map((it) => it.textContent)).toEqual(['3', 'Ana', 'was']);
  expect([...table.querySelectorAll('ins')].map((it) => it.textContent)).toEqual(['4', 'Cho', 'Yes']);
  await user.click(within(dialog).getByRole('button', { name: 'Show only mei@pro.example’s actions' }));
  await screen.findByText('Showing one person’s actions only.');
  expect(location()).toBe(`/audit-log?q=house&actor=${id}`);
});

test('what is listed can be saved as a file', async () => {
  const { user } = show('/audit-log?thing=agent');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export audit log' });
  expect(dialog).toHaveTextContent('Only entries that match the current filters will be exported');
  const addresses = within(dialog)
    .getAllByRole('link')
    .map((it) => new URL(it.getAttribute('href') ?? '').search);
  expect(addresses).toEqual(['?thing=agent&format=csv', '?thing=agent&format=jsonl']);
});

describe('the check', () => {
  const begin = async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(await screen.findByRole('button', { name: 'Start check' }));
    return user;
  };
  const again = () => screen.getByRole('button', { name: 'Start check' });

  test('goes through every part and gives the last fingerprint', async () => {
    server.answer(api.checkAuditLog, ({ body }) =>
      body.cursor === null
        ? { checked: 1000, fault: null, next_cursor: 'more', through: { number: 1000, hash: 'c'.repeat(64) } }
        : { checked: 234, fault: null, next_cursor: null, through: { number: 1234, hash } },
    );
    await begin();
    await screen.findByText('All 1,234 entries are as they were written.');
    expect(screen.getByText(hash)).toBeVisible();
  });

  test('that is cut off says how far it came and why, and goes on from there', async () => {
    const asked: (string | null)[] = [];
    server.answer(api.checkAuditLog, ({ body }) => {
      asked.push(body.cursor);
      if (body.cursor === null)
        return { checked: 1000, fault: null, next_cursor: 'more', through: { number: 1000, hash: 'c'.repeat(64) } };
      server.fail(api.checkAuditLog, 'internal');
      return { checked: 1000, fault: null, next_cursor: 'still more', through: { number: 2000, hash: 'd'.repeat(64) } };
    });
    const user = await begin();
    const goOn = await screen.findByRole('button', { name: 'Continue check' });
    expect(screen.getByText('Checked so far: 2,000')).toBeVisible();
    expect(
      screen
        .getAllByRole('alert')
        .map((it) => it.textContent)
        .join(''),
    ).not.toBe('');
    server.answer(api.checkAuditLog, ({ body }) => {
      asked.push(body.cursor);
      return { checked: 234, fault: null, next_cursor: null, through: { number: 2234, hash } };
    });
    await user.click(goOn);
    await screen.findByText('All 2,234 entries are as they were written.');
    expect(asked).toEqual([null, 'more', 'still more']);
    await user.click(again());
    await screen.findByText('All 234 entries are as they were written.');
    expect(asked.at(-1)).toBeNull();
  });

  test('names the first entry that is wrong and leads to it, and says why it could not be made', async () => {
    server.answer(api.checkAuditLog, {
      checked: 20,
      fault: { number: 12, kind: 'altered' },
      next_cursor: null,
      through: { number: 11, hash },
    });
    const user = await begin();
    await screen.findByText(/Entry 12 isn’t as it was written/);
    server.fail(api.checkAuditLog, 'internal');
    await user.click(again());
    await waitFor(() => expect(screen.queryByText(/Entry 12 isn’t/)).toBeNull());
    server.answer(api.checkAuditLog, {
      checked: 20,
      fault: { number: 12, kind: 'removed' },
      next_cursor: null,
      through: null,
    });
    await user.click(again());
    await screen.findByText(/Entry 12 was removed/);
  });
});
