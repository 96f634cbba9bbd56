import type { AnalyticsEvent } from '@parlance/shared/contract/api/usage';
import { createOwnSink } from './sink.ts';

const events: AnalyticsEvent[] = [
  { event_id: '0198f0aa-0000-7000-8000-000000000001', name: 'page_view', at: 1, route: '/', detail: {} },
];
const doubts = jest.fn();
let status = 200;
beforeEach(() => {
  doubts.mockReset();
  window.addEventListener('parlance:session-doubted', doubts);
  jest.spyOn(window, 'fetch').mockImplementation(async () => {
    if (status === 0) throw new TypeError('The network is gone.');
    return { status, text: async () => '' } as Response; // the parts that the sink reads
  });
});
afterEach(() => {
  window.removeEventListener('parlance:session-doubted', doubts);
  jest.restoreAllMocks();
});

test.each([
  [200, 'taken', 0],
  [400, 'taken', 0],
  [401, 'kept', 1],
  [403, 'taken', 0],
  [408, 'kept', 0],
  [429, 'kept', 0],
  [500, 'kept', 0],
  [503, 'kept', 0],
  [0, 'kept', 0],
] as const)(
  'after an answer of %s the events are %s; the session is doubted %s times',
  async (answered, outcome, times) => {
    status = answered;
    const sent = createOwnSink(() => '/charts/v1/events').send(events);
    await (outcome === 'taken' ? expect(sent).resolves.toBeUndefined() : expect(sent).rejects.toThrow());
    expect(doubts).toHaveBeenCalledTimes(times);
  },
);
