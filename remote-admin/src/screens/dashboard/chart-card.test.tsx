import { catchDownloads, renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { ChartCard } from './chart-card.tsx';
import type { Chart } from './charts.ts';

const money: Chart = {
  id: 'cost',
  unit: { kind: 'money', currency: 'EUR' },
  whole: 'sum',
  lines: [{ id: 'cost', values: [1, 2.5], before: [0.5, 0] }],
};
const hours: Chart = {
  id: 'time',
  unit: { kind: 'hours' },
  whole: 'sum',
  lines: [
    { id: 'reading', values: [1, 0], before: [0, 0] },
    { id: 'typing', values: [0, 2], before: [4, 4] },
  ],
};

beforeEach(() => {
  // jsdom has no canvas: the drawing is tested in the browser, its table here.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => jest.restoreAllMocks());
const show = (chart: Chart, isOfBot = false) =>
  renderScreen(<ChartCard chart={chart} from="2026-02-28" to="2026-03-01" isOfBot={isOfBot} />);

test('what is saved has every day, the same of the period before, and the unit in the heads', async () => {
  const saved = catchDownloads();
  const { user } = show(money);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(saved[0]?.name).toBe('Cost in EUR 2026-02-28 2026-03-01.csv');
  expect((await saved[0]?.text)?.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    '"Day","Cost (EUR)","Day in the previous period","Cost (EUR), previous period"',
    '"2026-02-28","1","2026-02-26","0.5"',
    '"2026-03-01","2.5","2026-02-27","0"',
  ]);
});

test('what is saved of several lines has them in the order of the drawing', async () => {
  const saved = catchDownloads();
  const { user } = show(hours);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect((await saved[0]?.text)?.replace('\uFEFF', '').trimEnd().split('\r\n').slice(0, 2)).toEqual([
    '"Day","Reading (h)","Typing (h)","Day in the previous period","Reading (h), previous period","Typing (h), previous period"',
    '"2026-02-28","1","0","2026-02-26","0","4"',
  ]);
});

test('a line is compared with the period before, and one that had nothing then says so', () => {
  show(hours);
  expect(screen.getByText('Typing').parentElement).toHaveTextContent('Typing2 hr-75% vs previous period');
  expect(screen.getByText('Reading').parentElement).toHaveTextContent('Reading1 hrnothing in the previous period');
  expect(screen.getByText('-75% vs previous period')).toHaveAttribute('title', 'Previous period: 8 hr');
});

test('a period in which nothing was has its figures and its table, and no drawing', async () => {
  const { user, container } = show({ ...money, lines: [{ id: 'cost', values: [0, 0], before: [0, 1] }] });
  expect(screen.getByText('No data for this period.')).toBeInTheDocument();
  expect(container.querySelector('[aria-hidden="true"]')).toBeNull();
  const table = screen.getByRole('button', { name: 'Table' });
  await user.click(table);
  expect(table).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayCost',
    'Mar 1, 2026€0.00',
    'Feb 28, 2026€0.00',
  ]);
});

test.each([
  [true, 'Not available for a single assistant.'],
  [false, 'Not available for a single team.'],
])('what is not known says of whom, and offers nothing to keep', (isOfBot, words) => {
  show({ ...hours, lines: [] }, isOfBot);
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.queryByText('No data for this period.')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
