import { ApiError } from '../../platform/errors/api-error.ts';

/** The maximal nesting of a message: a deeper one is not for people. */
const levelsAtMost = 64;

/** Parses JSON into a value that the database can store; undefined if it is none. */
export function eventOf(text: string): { readonly event: unknown } | undefined {
  try {
    return { event: storable(JSON.parse(text), levelsAtMost) };
  } catch {
    return undefined; // neither invalid JSON nor a too deep one is an event
  }
}

/** Parses bytes; invalid UTF-8 is no JSON. */
export function eventOfBytes(bytes: Buffer): ReturnType<typeof eventOf> {
  try {
    return eventOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Parses the text of a person as an event. */
export function givenEvent(text: string): unknown {
  const found = eventOf(text);
  if (found === undefined)
    throw new ApiError('validation_failed', { issues: [{ path: 'body.event', message: 'This is no JSON.' }] });
  return found.event;
}

/** Replaces U+0000, which PostgreSQL cannot store. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

function storable(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw new Error('This goes too deep.');
  if (Array.isArray(value)) return value.map((item) => storable(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [withoutNul(name), storable(item, levels - 1)]),
  );
}
