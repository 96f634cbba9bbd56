import * as z from '@parlance/shared/contract/schema';

const key = 'analytics.carried';
const carriedSchema = z.array(z.object({ name: z.string(), at: z.number(), detail: z.record(z.string(), z.unknown()) })).check(z.maxLength(10));
type Carried = z.infer<typeof carriedSchema>[number];

/**
 * An authentication_error happens to somebody whom the server no longer knows, and takes no events of. It waits in this
 * tab, not longer than the tab, for the page after signing in.
 */
export function carryOver(storage: () => Storage, event: Carried): void {
  try {
    storage().setItem(key, JSON.stringify([...peek(storage), event].slice(-10)));
  } catch {
    // denied or full: the event is lost, and the page is not disturbed
  }
}

/** What waited, once. */
export function takeCarried(storage: () => Storage): readonly Carried[] {
  const found = peek(storage);
  dropCarried(storage);
  return found;
}

export function dropCarried(storage: () => Storage): void {
  try {
    storage().removeItem(key);
  } catch {
    // denied: then nothing is there
  }
}

function peek(storage: () => Storage): readonly Carried[] {
  try {
    const found = carriedSchema.safeParse(JSON.parse(storage().getItem(key) ?? '[]'));
    return found.success ? found.data : [];
  } catch {
    return [];
  }
}
