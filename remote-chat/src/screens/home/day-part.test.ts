import { dayPartOf } from './day-part.ts';

describe('the part of the day', () => {
  it.each([
    [0, 'evening'],
    [4, 'evening'],
    [5, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %i o’clock is the %s', (hour, part) => {
    expect(dayPartOf(new Date(2026, 0, 15, hour, 30))).toBe(part);
  });
});
