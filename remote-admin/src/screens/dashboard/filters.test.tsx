import type { ChartChoices } from '@parlance/shared/contract/api/charts/charts';
import { renderScreen } from '@parlance/shared/testing';
import { fireEvent, screen } from '@testing-library/react';
import { Filters } from './filters.tsx';
import type { RangeQuery } from './range.ts';

const team = { id: '0198f0aa-0000-7000-8000-000000000001', name: 'Support' };
const choices: ChartChoices = {
  teams: [team],
  bots: [],
  hidden_teams: 0,
  time_zone: 'Europe/Berlin',
  today: '2026-11-22',
  first_day: '2024-01-01',
  is_counting: false,
};
const asked: RangeQuery = { days: null, from: '2026-11-01', to: '2026-11-10', team: null, bot: null };

/** Renders the filters of a query, and collects the changes. */
function show(question: Partial<RangeQuery> = {}) {
  const changes: Partial<RangeQuery>[] = [];
  const shown = renderScreen(
    <Filters asked={{ ...asked, ...question }} choices={choices} change={(it) => void changes.push(it)} />,
  );
  return { ...shown, changes };
}
const choose = (label: string, day: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: day } });

test.each([
  ['within the days that were', 'From', '2026-11-05', { from: '2026-11-05', to: '2026-11-10' }],
  ['after the last of them takes it along', 'From', '2026-11-15', { from: '2026-11-15', to: '2026-11-15' }],
  ['a year and more before it brings it nearer', 'From', '2025-01-01', { from: '2025-01-01', to: '2026-01-01' }],
])('a first day %s', (_, label, day, range) => {
  const { changes } = show();
  choose(label, day);
  expect(changes).toEqual([{ days: null, ...range }]);
});

test.each([
  ['within the days that were', '2026-11-05', {}, { from: '2026-11-01', to: '2026-11-05' }],
  ['before the first of them takes it along', '2026-10-15', {}, { from: '2026-10-15', to: '2026-10-15' }],
  [
    'a year and more after it brings it nearer',
    '2026-11-22',
    { from: '2025-01-01', to: '2025-02-01' },
    { from: '2025-11-22', to: '2026-11-22' },
  ],
])('a last day %s', (_, day, question, range) => {
  const { changes } = show(question);
  choose('To', day);
  expect(changes).toEqual([{ days: null, ...range }]);
});

test('a day that is being typed asks for nothing, and none is after today', () => {
  const { changes } = show();
  choose('From', '');
  choose('To', '');
  expect(changes).toEqual([]);
  expect(screen.getByLabelText('To')).toHaveAttribute('max', '2026-11-22');
});

test('a length takes the place of two days, which are offered only when other days are asked for', async () => {
  const { user, changes, unmount } = show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
  unmount();
  const again = show({ days: 7, from: null, to: null });
  expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
  await again.user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Custom range');
  expect([...changes, ...again.changes]).toEqual([
    { days: 7, from: null, to: null },
    { days: null, from: '2026-11-16', to: '2026-11-22' },
  ]);
});

test('a team is chosen and let go; that some are too small is said only where there are such', async () => {
  const { user, changes, unmount } = show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Support');
  expect(screen.queryByText(/^Teams not listed/)).not.toBeInTheDocument();
  unmount();
  const chosen = show({ team: team.id });
  expect(screen.getByRole('combobox', { name: 'Team' })).toHaveDisplayValue('Support');
  await chosen.user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Everyone');
  expect([...changes, ...chosen.changes]).toEqual([{ team: team.id }, { team: null }]);
});
