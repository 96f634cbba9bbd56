import { type ToolSource, ToolSaysNo } from './tool-source.ts';

/** Returns the date and the time of a time zone, with the day of the week. Throws ToolSaysNo for an unknown zone. */
export function dateAndTime(zone: string, now: Date): string {
  let parts: Intl.DateTimeFormatPart[];
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      weekday: 'long',
      timeZoneName: 'longOffset',
    });
    parts = format.formatToParts(now);
  } catch {
    throw new ToolSaysNo(`“${zone.slice(0, 100)}” is no time zone. Give a name such as Europe/Berlin.`);
  }
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((it) => it.type === type)?.value ?? '';
  return `${part('weekday')}, ${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} (${zone}, ${part('timeZoneName')})`;
}

export const dateTime: ToolSource = {
  functions: () =>
    Promise.resolve({
      leftOut: [],
      functions: [
        {
          name: 'now',
          description: 'Tells today’s date, the day of the week and the time, in a time zone.',
          parameters: {
            type: 'object',
            properties: { time_zone: { type: 'string', description: 'Such as Europe/Berlin; without it UTC.' } },
            additionalProperties: false,
          },
          effect: 'reads',
        },
      ],
    }),
  call: (_, { time_zone: zone = 'UTC' }) =>
    Promise.resolve().then(() => ({ text: dateAndTime(String(zone), new Date()) })),
};
