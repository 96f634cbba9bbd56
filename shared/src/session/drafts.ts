import { inSessionStorage } from '../storage/storage.ts';
import { strangersPrefix } from './strangers.ts';

/**
 * What was typed and not sent waits in this tab's session storage, for the same person to sign in again. Whoever signs
 * out, or finds somebody else signed in, leaves none of it behind.
 */
export function clearDrafts(): void {
  inSessionStorage((storage) => storage.clear());
}

/** Whose it is what waits in this tab. */
const ownerKey = 'belongings.of';

/** Somebody is signed in here: what is kept under the id of who was before them, and whose session ended, goes. */
export function keepDraftsOf(person: string): void {
  inSessionStorage((storage) => {
    const owner = storage.getItem(ownerKey);
    if (owner !== null && owner !== person) for (const key of Object.keys(storage)) if (key.includes(owner)) storage.removeItem(key);
    storage.setItem(ownerKey, person);
  });
}

/** Somebody is signed in who has no registration to go on with: what was typed before they came is somebody else's. */
export function clearStrangersDrafts(): void {
  inSessionStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(strangersPrefix)) storage.removeItem(key);
  });
}
