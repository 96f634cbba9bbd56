import type { ChartTops } from '@parlance/shared/contract/api/charts/charts';
import { catchDownloads, renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import { Tops } from './tops.tsx';

const nobody: ChartTops = {
  bots: [],
  other_bots: null,
  rules: [],
  adoption: { members: 0, active: 0, asked: 0, regular: 0, this_week: 0 },
};
const desk = {
  id: '0198f0aa-0000-7000-8000-000000000002',
  name: '=People "Desk"',
  dialogues: 20,
  answers: 1_044,
  tokens: 12_345,
  ups: 3,
  downs: 1,
};
const part = (name: string) => within(screen.getByRole('region', { name }));
const linesOf = async (text: Promise<string> | undefined) =>
  (await text)?.replace('\uFEFF', '').trimEnd().split('\r\n');

afterEach(() => jest.restoreAllMocks());

test('where nothing was asked, that is said, there is no file of it and no table of rules', () => {
  renderScreen(<Tops tops={nobody} />);
  const bots = part('Most used assistants');
  expect(bots.getByText('No data for this period.')).toBeInTheDocument();
  expect(bots.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Rules with the most hits' })).not.toBeInTheDocument();
});

test('an organisation without members has a share of nothing, and not of no number', () => {
  renderScreen(<Tops tops={nobody} />);
  const meters = part('Adoption today').getAllByRole('meter');
  expect(meters.map((it) => it.getAttribute('aria-valuetext'))).toEqual(Array.from({ length: 5 }, () => '0 (0%)'));
});

test('bots are saved as programs read numbers, the others in the last line, and no cell is a formula', async () => {
  const saved = catchDownloads();
  const others = { dialogues: 1, answers: 2, tokens: 3, ups: 0, downs: 0 };
  const { user } = renderScreen(<Tops tops={{ ...nobody, bots: [desk], other_bots: others }} />);
  await user.click(part('Most used assistants').getByRole('button', { name: 'Download CSV' }));
  expect(saved[0]?.name).toBe('Most used assistants.csv');
  expect(await linesOf(saved[0]?.text)).toEqual([
    '"Assistant","Answers","Dialogues","Tokens","Good","Bad"',
    `"'=People ""Desk""","1044","20","12345","3","1"`,
    '"All others","2","1","3","0","0"',
  ]);
});

test('how far members have come is a share of all of them, drawn, said and saved', async () => {
  const saved = catchDownloads();
  const adoption = { members: 2_000, active: 1_000, asked: 10, regular: 0, this_week: 5 };
  const { user } = renderScreen(<Tops tops={{ ...nobody, adoption }} />);
  const steps = part('Adoption today');
  expect(steps.getAllByRole('listitem').map((it) => it.lastElementChild?.textContent)).toEqual([
    '2,000 (100%)',
    '1,000 (50%)',
    '10 (1%)',
    '0 (0%)',
    '5 (0%)',
  ]);
  expect(steps.getAllByRole('meter')[1]).toHaveAttribute('max', '2000');
  await user.click(steps.getByRole('button', { name: 'Download CSV' }));
  expect((await linesOf(saved[0]?.text))?.map((line) => line.split(',').at(-1))).toEqual([
    '"Members"',
    '"2000"',
    '"1000"',
    '"10"',
    '"0"',
    '"5"',
  ]);
});
