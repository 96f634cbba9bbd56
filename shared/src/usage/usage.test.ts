import { onUsageSignal, usageSignals, type UsageSignal } from './usage.ts';

describe('the signals a screen gives the usage tracker (specification §4)', () => {
  it('reach whoever listens, until they stop', () => {
    const heard: UsageSignal[] = [];
    const stop = onUsageSignal((signal) => heard.push(signal));
    usageSignals.typing();
    usageSignals.reading();
    usageSignals.interacting();
    stop();
    usageSignals.typing();
    expect(heard).toEqual(['typing', 'reading', 'interacting']);
  });

  it('cost nothing and fail nowhere while nobody listens', () => {
    expect(() => usageSignals.typing()).not.toThrow();
  });
});
