import { recordChoice } from './record-choice.ts';

const record = jest.fn();
const carried = () => JSON.parse(sessionStorage.getItem('analytics.carried') ?? '[]') as unknown[];

beforeEach(() => {
  record.mockReset();
  sessionStorage.clear();
});

test.each(['consent_given', 'consent_changed'] as const)(
  '%s that allows the analytics is an event of theirs',
  (event) => {
    recordChoice({ event, allowsAnalytics: true, by: 'prompt' }, record);
    expect(record.mock.calls).toEqual([[event, { analytics: true, revision: 1 }]]);
    expect(carried()).toEqual([]);
  },
);

test('where nobody is signed in it waits in this tab', () => {
  recordChoice({ event: 'consent_given', allowsAnalytics: true, by: 'prompt' }, null);
  expect(carried()).toEqual([
    { name: 'consent_given', at: expect.any(Number), detail: { analytics: true, revision: 1 } },
  ]);
});

test.each([[record], [null]])('one that refuses or withdraws them leaves nothing, and forgets what waited', (given) => {
  recordChoice({ event: 'consent_given', allowsAnalytics: true, by: 'prompt' }, null);
  recordChoice({ event: 'consent_changed', allowsAnalytics: false, by: 'settings' }, given);
  expect(record).not.toHaveBeenCalled();
  expect(carried()).toEqual([]);
});
