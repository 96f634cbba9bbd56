const key = 'analytics.carried';
const mostCarried = 10;
type CarriedEvent = { readonly name: string; readonly at: number; readonly detail: Readonly<Record<string, unknown>> };

/**
 * Stores an event for the page after signing in. Some events happen to somebody whom the server does not know, and
 * accepts no events of: an authentication_error, a consent given on the login page. They wait in this tab, not longer
 * than the tab.
 */
export function carryOver(storage: () => Storage, event: CarriedEvent): void {
  try {
    storage().setItem(key, JSON.stringify([...peek(storage), event].slice(-mostCarried)));
  } catch {
    // Denied or full: the event is lost, and the page is not disturbed.
  }
}

/** Returns the waiting events and removes them. */
export function removeCarried(storage: () => Storage): readonly CarriedEvent[] {
  const found = peek(storage);
  dropCarried(storage);
  return found;
}

export function dropCarried(storage: () => Storage): void {
  try {
    storage().removeItem(key);
  } catch {
    // Denied: there is nothing.
  }
}

function peek(storage: () => Storage): readonly CarriedEvent[] {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? '[]');
    return Array.isArray(found) && found.length <= mostCarried && found.every(isCarried) ? found : [];
  } catch {
    return [];
  }
}

/** Validates an event by hand: the login page stores events too, and zod would weigh more than all of it. */
function isCarried(found: unknown): found is CarriedEvent {
  if (typeof found !== 'object' || found === null) return false;
  const { name, at, detail } = found as Readonly<Record<string, unknown>>; // each is checked here
  return (
    typeof name === 'string' &&
    typeof at === 'number' &&
    typeof detail === 'object' &&
    detail !== null &&
    !Array.isArray(detail)
  );
}
