import * as z from '@parlance/shared/contract/schema';

/**
 * What somebody has typed into the steps and not sent, for as long as the tab is open: it survives a reload and a session
 * that ends, and goes when they sign out. Passwords and codes are never among it. A browser that denies storage keeps it
 * for the page.
 */
const key = 'registration.draft';
const drafts = z.record(z.string(), z.string());
let inMemory: Readonly<Record<string, string>> = {};

/** Every field by itself, so that a step finds its own again: `names.username`. */
export function readDraft(field: string): string | null {
  return readAll()[field] ?? null;
}

/** Keeps what a field holds; null takes it out, because the server has it now. */
export function keepDraft(field: string, value: string | null): void {
  const { [field]: _, ...others } = readAll();
  keepAll(value === null ? others : { ...others, [field]: value });
}

/** Nothing of the registration is left in this tab: it is complete. */
export function dropDrafts(): void {
  keepAll({});
}

function readAll(): Readonly<Record<string, string>> {
  const kept = withStorage((storage) => storage.getItem(key) ?? '{}');
  return kept === null ? inMemory : parse(kept);
}

function keepAll(values: Readonly<Record<string, string>>): void {
  inMemory = values;
  withStorage((storage) => (Object.keys(values).length === 0 ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(values))));
}

function parse(kept: string): Readonly<Record<string, string>> {
  try {
    const read = z.safeParse(drafts, JSON.parse(kept));
    return read.success ? read.data : {};
  } catch (notJson) {
    if (notJson instanceof SyntaxError) return {};
    throw notJson;
  }
}

/** Reading the property already throws where storage is denied; writing throws where it is full. */
function withStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(window.sessionStorage);
  } catch (denied) {
    if (denied instanceof DOMException) return null;
    throw denied;
  }
}
