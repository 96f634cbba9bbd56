import {
  consentLifetime,
  forgetConsents,
  isFresh,
  isHeldInMemory,
  onConsentChange,
  readConsent,
  recordConsent,
} from './consent-records.ts';

const now = new Date('2026-11-21T10:00:00Z').getTime();
const policy = 'consent.privacy-policy';

beforeEach(() => {
  jest.useFakeTimers({ now, doNotFake: ['queueMicrotask'] });
  forgetConsents();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function denyStorage(): void {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
}

test('are kept under the keys and in the shape of specification §3', () => {
  recordConsent('privacy-policy');
  recordConsent('terms-of-service');
  expect({ ...localStorage }).toEqual({
    [policy]: JSON.stringify({ consented: true, timestamp: now }),
    'consent.terms-of-service': JSON.stringify({ consented: true, timestamp: now }),
  });
});

test.each([
  [0, true],
  [consentLifetime, true],
  [consentLifetime + 1, false],
  [-1, false],
])('%d ms after it was given, it holds: %s (specification §9: three hours)', (age, holds) => {
  localStorage.setItem(policy, JSON.stringify({ consented: true, timestamp: now - age }));
  expect(isFresh('privacy-policy')).toBe(holds);
});

test('one that was refused does not hold', () => {
  localStorage.setItem(policy, JSON.stringify({ consented: false, timestamp: now }));
  expect(readConsent('privacy-policy')).toEqual({ consented: false, timestamp: now });
  expect(isFresh('privacy-policy')).toBe(false);
});

test.each([
  '',
  '{',
  'null',
  'true',
  '[]',
  '{}',
  '{"consented":true}',
  '{"consented":"true","timestamp":1}',
  '{"consented":true,"timestamp":"now"}',
  '{"consented":true,"timestamp":null}',
  '"\\u0000"',
])('a record that cannot be read is none: %s', (kept) => {
  localStorage.setItem(policy, kept);
  expect(readConsent('privacy-policy')).toBeNull();
  expect(isFresh('privacy-policy')).toBe(false);
});

test('where storage is denied, they hold for the page, and it is known that they do', () => {
  denyStorage();
  expect(isFresh('privacy-policy')).toBe(false);
  recordConsent('privacy-policy');
  expect(isFresh('privacy-policy')).toBe(true);
  expect(isHeldInMemory()).toBe(true);
  jest.setSystemTime(now + consentLifetime + 1);
  expect(isFresh('privacy-policy')).toBe(false);
});

test('where storage is full as well', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  recordConsent('privacy-policy');
  expect([isFresh('privacy-policy'), isHeldInMemory(), localStorage.length]).toEqual([true, true, 0]);
});

test('a fault of ours is not taken for a denial', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new TypeError('a mistake');
  });
  expect(() => readConsent('privacy-policy')).toThrow('a mistake');
});

test('whoever listens is told of a change here and in another tab, until they no longer want to be', () => {
  const told = jest.fn();
  const stop = onConsentChange(told);
  recordConsent('privacy-policy');
  window.dispatchEvent(new StorageEvent('storage', { key: policy }));
  forgetConsents();
  expect(told).toHaveBeenCalledTimes(3);
  stop();
  recordConsent('privacy-policy');
  expect(told).toHaveBeenCalledTimes(3);
});
