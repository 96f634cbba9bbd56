import * as z from '@parlance/shared/contract/schema';
import { sessionStore } from '@parlance/shared/session';
import { strangersPrefix } from '@parlance/shared/session/strangers';
import { inSessionStorage, parseKept } from '@parlance/shared/storage';

/**
 * The unsent input of the steps, for as long as the tab is open: it survives a reload and a session that ends, and is
 * removed on sign-out. Passwords and codes are never part of it. A browser that denies storage keeps it for the page.
 *
 * Each person's is stored under their id, so that nobody else finds it, and is removed when somebody else is signed in.
 * Input from before the server knows anybody passes to whoever registers with it.
 */
const keyOf = (person: string | null) =>
  person === null ? `${strangersPrefix}registration` : `registration.${person}`;
/** The storage key of the secrets of links that were opened here: the server knows their recipients. */
const keyOfLinks = 'registration.links';
export const linkPrefix = 'link.';

type Values = Readonly<Record<string, string>>;
const drafts = z.record(z.string(), z.string());
const inMemory = new Map<string, Values>();

/** Returns the stored input of a single field, named with its step: `names.username`. */
export function readDraft(field: string): string | null {
  return readAll(placeOf(field))[field] ?? null;
}

/** Stores the value of a field; null removes it, because the server has it now. */
export function keepDraft(field: string, value: string | null): void {
  const place = placeOf(field);
  const { [field]: _, ...others } = readAll(place);
  keepAll(place, value === null ? others : { ...others, [field]: value });
}

/** Carries the input over to another e-mail of the same person, by which the server knows them under another id. */
export function carryDraftsOver(): void {
  moveDrafts(keyOf(personHere()), keyOf(null));
}

/** Removes everything of the registration from this tab: it is complete. */
export function dropDrafts(): void {
  for (const place of [keyOf(null), keyOf(personHere()), keyOfLinks]) keepAll(place, {});
}

const personHere = () => sessionStore.getState().whoami?.member_id ?? null;

function placeOf(field: string): string {
  if (field.startsWith(linkPrefix)) return keyOfLinks;
  const own = keyOf(personHere());
  moveDrafts(keyOf(null), own);
  return own;
}

function moveDrafts(from: string, to: string): void {
  const typed = readAll(from);
  if (from === to || Object.keys(typed).length === 0) return;
  keepAll(to, { ...typed, ...readAll(to) });
  keepAll(from, {});
}

function readAll(key: string): Values {
  const kept = inSessionStorage((storage) => storage.getItem(key) ?? '{}');
  return kept === null ? (inMemory.get(key) ?? {}) : parse(kept);
}

function keepAll(key: string, values: Values): void {
  inMemory.set(key, values);
  inSessionStorage((storage) =>
    Object.keys(values).length === 0 ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(values)),
  );
}

const parse = (kept: string): Values => z.safeParse(drafts, parseKept(kept)).data ?? {};
