/** The part of the day by the person's own clock. */
export type DayPart = 'morning' | 'afternoon' | 'evening';

const morningStarts = 5;
const noon = 12;
const eveningStarts = 18;

export function dayPartOf(now: Date): DayPart {
  const hour = now.getHours();
  if (hour >= morningStarts && hour < noon) return 'morning';
  return hour >= noon && hour < eveningStarts ? 'afternoon' : 'evening';
}
