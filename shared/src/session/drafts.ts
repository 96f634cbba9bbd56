import type { Whoami } from '../contract/api/session/session.ts';
import { inSessionStorage } from '../browser/storage.ts';
import { strangersPrefix } from './strangers.ts';

/**
 * Removes the drafts. Typed and unsent text waits in this tab's session storage under the id of the member who typed
 * it, for them to sign in again or to come back from another organisation of theirs. Signing out, or another person
 * signing in, leaves none of it behind.
 */
export function clearDrafts(): void {
  inSessionStorage((storage) => storage.clear());
}

/** The key of the account whose drafts wait in this tab, and then of its members, one for each organisation. */
const ownerKey = 'belongings.of';

/** Removes the drafts of the previous person, whose session ended, when another one signs in. */
export function keepDraftsOf({
  account_id: account,
  member_id: member,
}: Pick<Whoami, 'account_id' | 'member_id'>): void {
  inSessionStorage((storage) => {
    const [owner, ...members] = storage.getItem(ownerKey)?.split(' ') ?? [];
    const isSame = owner === account;
    if (!isSame)
      for (const key of Object.keys(storage)) if (members.some((id) => key.includes(id))) storage.removeItem(key);
    storage.setItem(ownerKey, [account, ...new Set(isSame ? [...members, member] : [member])].join(' '));
  });
}

/** Removes the drafts of an unknown person, when a person signs in who has no registration to continue. */
export function clearStrangersDrafts(): void {
  inSessionStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(strangersPrefix)) storage.removeItem(key);
  });
}
