import { formatBytes, formatDate, formatNumber, formatRelative } from './format.ts';

const now = Date.UTC(2026, 10, 20, 12);
const day = 86_400_000;

describe('dates, numbers and sizes as each language writes them', () => {
  it('says how long ago in the largest unit that fits', () => {
    expect(formatRelative('en', now - 3 * 60_000, now)).toBe('3 minutes ago');
    expect(formatRelative('en', now - day, now)).toBe('yesterday');
    expect(formatRelative('en', now + 2 * 3_600_000, now)).toBe('in 2 hours');
    expect(formatRelative('de-DE', now - 2 * day, now)).toBe('vorgestern');
    expect(formatRelative('en', now, now)).toBe('now');
  });

  it('groups numbers and marks fractions', () => {
    expect(formatNumber('en', 12_345.6)).toBe('12,345.6');
    expect(formatNumber('de-DE', 12_345.6)).toBe('12.345,6');
  });

  it('gives a size with one to three digits before the mark', () => {
    expect(formatBytes('en', 0)).toBe('0 bytes');
    expect(formatBytes('en', 999)).toBe('999 bytes');
    expect(formatBytes('en', 1_440_000)).toBe('1.4 MB');
    expect(formatBytes('de-DE', 1_440_000)).toBe('1,4 MB');
    expect(formatBytes('en', 3e15)).toBe('3,000 TB');
  });

  it('writes a date from whatever a moment is', () => {
    expect(formatDate('en', '2026-11-20T12:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })).toBe('November 20, 2026');
    expect(formatDate('th-TH', new Date(now), { dateStyle: 'long', timeZone: 'UTC' })).toContain('2569');
  });
});
