import * as api from '@parlance/shared/contract/api/charts/charts';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import Dashboard from './dashboard.tsx';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;

const days = 7;
const of = (from: string, to: string, dialogues: number[], rest: Partial<api.ChartSeries> = {}): api.ChartSeries => {
  const none = Array.from({ length: days }, () => 0);
  return {
    from,
    to,
    figures: {
      ...Object.fromEntries(api.chartFigures.map((figure) => [figure, none])),
      dialogues,
      typing: none.map(() => 3600),
    },
    costs: [],
    ...rest,
  };
};
const current = of('2026-11-16', '2026-11-22', [1, 2, 3, 4, 5, 6, 9], {
  costs: [{ currency: 'EUR', values: [0, 0, 0, 0, 0, 0, 2_500_000] }],
});
const previous = of('2026-11-09', '2026-11-15', [4, 4, 4, 4, 4, 0, 0]);
const choices: api.ChartChoices = {
  teams: [{ id: id(1), name: 'Support' }],
  bots: [{ id: id(2), name: 'People Desk' }],
  hidden_teams: 2,
  time_zone: 'Asia/Taipei',
  today: '2026-11-22',
  first_day: '2026-01-01',
  is_counting: false,
};
const tops: api.ChartTops = {
  bots: [{ id: id(2), name: 'People Desk', dialogues: 20, answers: 44, tokens: 1234, ups: 3, downs: 1 }],
  other_bots: { dialogues: 1, answers: 2, tokens: 3, ups: 0, downs: 0 },
  rules: [{ id: id(3), name: 'Cards', hits: 5 }],
  adoption: { members: 20, active: 15, asked: 10, regular: 5, this_week: 4 },
};

beforeEach(() => {
  // jsdom has no canvas: the drawing is tested in the browser, its table here.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  server.answer(api.getChartChoices, choices);
  server.answer(api.getChartSeries, { current, previous });
  server.answer(api.getChartTops, tops);
});
afterEach(() => jest.restoreAllMocks());
const show = (path = '/dashboard') => renderScreen(<Dashboard />, { path, session: { isAdmin: true } });
const card = (name: string) => screen.findByRole('region', { name });

test('each figure is compared with the period before, and has a table', async () => {
  const { user } = show('/dashboard?days=7');
  const dialogues = within(await card('Dialogues and answers'));
  expect(dialogues.getByText('30').nextSibling).toHaveTextContent('+50% vs previous period');
  await user.click(dialogues.getByRole('button', { name: 'Table' }));
  const rows = within(dialogues.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent).slice(0, 3)).toEqual([
    'DayAnswersDialogues',
    'Nov 22, 202609',
    'Nov 21, 202606',
  ]);
  expect(within(await card('Cost in EUR')).getByText('€2.50')).toBeInTheDocument();
  expect(within(await card('Time spent')).getByText('7 hr')).toBeInTheDocument();
  expect(server.requests(api.getChartSeries)[0]?.query).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
});

test('what is asked for stands in the address', async () => {
  const { user, location } = show(`/dashboard?team=${id(1)}`);
  await card('Dialogues and answers');
  expect(server.requests(api.getChartSeries)[0]?.query).toMatchObject({
    from: '2026-10-24',
    to: '2026-11-22',
    team_id: id(1),
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 90 days');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Assistant' }), 'People Desk');
  expect(location()).toBe(`/dashboard?team=${id(1)}&bot=${id(2)}&days=90`);
  expect(screen.getByText(/^Teams not listed: 2/)).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Custom range');
  expect(location()).toBe(`/dashboard?from=2026-08-25&to=2026-11-22&team=${id(1)}&bot=${id(2)}`);
});

test('what is not known of a bot says so', async () => {
  const { typing: _, reading: __, interacting: ___, idling: ____, ...figures } = current.figures;
  server.answer(api.getChartSeries, { current: { ...current, figures }, previous });
  show(`/dashboard?bot=${id(2)}`);
  expect(within(await card('Time spent')).getByText('Not available for a single assistant.')).toBeInTheDocument();
});

test('lists bots, what is left, rules, and how far members have come', async () => {
  show();
  const bots = within(await card('Most used assistants'));
  expect(
    bots
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['People Desk44201,23431', 'All others21300']);
  expect(within(await card('Rules with the most hits')).getByRole('row', { name: 'Cards 5' })).toBeInTheDocument();
  expect(within(await card('Adoption today')).getByText('10 (50%)')).toBeInTheDocument();
});

test('a new organisation is told what will be here', async () => {
  server.answer(api.getChartChoices, { ...choices, first_day: null });
  show();
  expect(await screen.findByRole('heading', { name: 'No usage data yet' })).toBeInTheDocument();
  expect(server.requests(api.getChartSeries)).toEqual([]);
});

test('a team that has become too small says so and leads back', async () => {
  server.fail(api.getChartSeries, 'group_too_small', { times: 1 });
  const { user, location } = show(`/dashboard?team=${id(1)}`);
  expect(await screen.findByText(/^This group has too few people/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await card('Dialogues and answers');
  expect(location()).toBe('/dashboard');
});

test('the time zone is changed', async () => {
  server.answer(api.setTimeZone, { time_zone: 'Europe/Berlin' });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time zone' }));
  server.answer(api.getChartChoices, { ...choices, time_zone: 'Europe/Berlin' });
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Time zone' }), 'Europe/Berlin');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Days are in Europe\/Berlin/)).toBeInTheDocument();
  expect(server.requests(api.setTimeZone)[0]?.body).toEqual({ time_zone: 'Europe/Berlin' });
});
