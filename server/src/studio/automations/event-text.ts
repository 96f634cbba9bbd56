import { ApiError } from '../../platform/errors/api-error.ts';

/** Objects and lists within each other: what is deeper is no message that somebody reads. */
const levelsAtMost = 64;

/** The value of a text of JSON as a database can keep it, or undefined where it is none. */
export function eventOf(text: string): { readonly event: unknown } | undefined {
  try {
    return { event: storable(JSON.parse(text), levelsAtMost) };
  } catch {
    return undefined; // neither invalid JSON nor a too deep one is an event
  }
}

/** Bytes that are no UTF-8 are no JSON. */
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

/** PostgreSQL keeps no U+0000. */
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
