import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import { differencesBetween, directionOf, plansBeside } from './differences.ts';

const plan = (other: Partial<Plan> = {}): Plan => ({
  name: 'Team',
  for: ['organization'],
  features: ['dashboard', 'user_management'],
  limits: { seats: 20, dialogues_a_month: 5_000, storage_megabytes: 10_000, agents: null, schedules: 5 },
  price_a_month: 4_900,
  currency: 'EUR',
  ...other,
});

test.each([
  [1, 2, 'more'],
  [2, 1, 'less'],
  [2, 2, null],
  [0, 1, 'more'],
  [1, 0, 'less'],
  [2, null, 'more'],
  [null, 2, 'less'],
  [0, null, 'more'],
  [null, 0, 'less'],
  [null, null, null],
])('from a limit of %p to one of %p is %p', (from, to, direction) => expect(directionOf(from, to)).toBe(direction));

test('a plan differs from itself in nothing', () =>
  expect(differencesBetween(plan(), plan())).toEqual({ gained: [], lost: [], limits: [] }));

test('what is gained and lost is in the order of all areas, and limits in that in which plans are compared', () => {
  const then = plan({
    features: ['prompt_template', 'governance', 'user_management'],
    limits: { seats: 10, dialogues_a_month: null, storage_megabytes: 10_000, agents: 3, schedules: 6 },
  });
  expect(differencesBetween(plan(), then)).toEqual({
    gained: ['governance', 'prompt_template'],
    lost: ['dashboard'],
    limits: [
      { limit: 'seats', from: 20, to: 10, direction: 'less' },
      { limit: 'agents', from: null, to: 3, direction: 'less' },
      { limit: 'dialogues_a_month', from: 5_000, to: null, direction: 'more' },
      { limit: 'schedules', from: 5, to: 6, direction: 'more' },
    ],
  });
});

test('plans beside one are those for an account of the same kind, itself among them', () => {
  const [personal, both, team] = [
    plan({ name: 'personal', for: ['personal'] }),
    plan({ name: 'Free!', for: ['personal', 'organization'] }),
    plan(),
  ];
  const all = [personal, both, team];
  expect(plansBeside(all, team)).toEqual([both, team]);
  expect(plansBeside(all, personal)).toEqual([personal, both]);
  expect(plansBeside(all, both)).toEqual(all);
});
