import { inSessionStorage } from '../storage/storage.ts';
import { strangersPrefix } from './strangers.ts';

/**
 * What was typed and not sent waits in this tab's session storage, for the same person to sign in again. Whoever signs
 * out, or finds somebody else signed in, leaves none of it behind.
 */
export function clearDrafts(): void {
  inSessionStorage((storage) => storage.clear());
}

/** Holds the id of the person whose drafts wait in this tab. */
const ownerKey = 'belongings.of';

/** Removes the drafts of the previous person, whose session ended, when another one signs in. */
export function keepDraftsOf(person: string): void {
  inSessionStorage((storage) => {
    const owner = storage.getItem(ownerKey);
    if (owner !== null && owner !== person) for (const key of Object.keys(storage)) if (key.includes(owner)) storage.removeItem(key);
    storage.setItem(ownerKey, person);
  });
}

/** Removes what an unknown person typed, when a person signs in who has no registration to continue. */
export function clearStrangersDrafts(): void {
  inSessionStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(strangersPrefix)) storage.removeItem(key);
  });
}
