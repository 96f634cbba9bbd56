import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** What an authorization server of the tests keeps, by kind: `Client`, `AccessToken`, `RefreshToken`, `Grant`, … */
export type AuthorizationStorage = { readonly adapter: AdapterFactory; forget(...kinds: readonly string[]): void };

/** Storage for `oidc-provider` in memory. */
export function authorizationStorage(): AuthorizationStorage {
  const kinds = new Map<string, Map<string, AdapterPayload>>();
  const adapter = (kind: string): Adapter => {
    const kept = kinds.get(kind) ?? new Map<string, AdapterPayload>();
    kinds.set(kind, kept);
    const first = (is: (payload: AdapterPayload) => boolean) => [...kept.values()].find(is);
    return {
      upsert: async (id, payload) => void kept.set(id, payload),
      find: async (id) => kept.get(id),
      findByUid: async (uid) => first((payload) => payload.uid === uid),
      findByUserCode: async (code) => first((payload) => payload.userCode === code),
      consume: async (id) => void Object.assign(kept.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
      destroy: async (id) => void kept.delete(id),
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
  return { adapter, forget: (...names) => names.forEach((kind) => kinds.get(kind)?.clear()) };
}
