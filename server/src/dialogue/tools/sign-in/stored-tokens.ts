import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/database.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { type AccessTokens, type SignInChallenge, SignInNeeded } from './access-tokens.ts';
import { type AccountRow, findAccount, lockAccount, openGrant, sealJson } from './accounts.ts';
import { type Grant, GrantRefused } from './grant.ts';
import { signInFetch } from './sign-in-fetch.ts';

/** A token that expires sooner is renewed before it is sent. */
const renewedBeforeMs = 60_000;
/** The time that a process has for renewing; after it another one may. */
const renewingSeconds = 40;
/** The interval at which those who wait for it look. */
const lookMs = 200;
/** The exactness of the time of the last use. */
const usedEverySeconds = 60;

type Dependencies = { readonly db: Database; readonly outgoing: Outgoing; readonly secrets: () => Secrets };

/** The tokens of an account in the database, which all processes share: one of them renews, the others wait for it. */
export class StoredTokens implements AccessTokens {
  readonly accountId: string;
  readonly #organizationId: string;
  readonly #serverUrl: string;
  readonly #dependencies: Dependencies;

  constructor(
    dependencies: Dependencies,
    account: { readonly id: string; readonly organizationId: string; readonly serverUrl: string },
  ) {
    this.#dependencies = dependencies;
    this.accountId = account.id;
    this.#organizationId = account.organizationId;
    this.#serverUrl = account.serverUrl;
  }

  async current(signal: AbortSignal): Promise<string> {
    const { grant } = await this.#tenant(async (trx) => {
      const held = this.#held(await findAccount(trx, this.accountId));
      await trx
        .updateTable('connected_accounts')
        .set({ last_used_at: sql<Date>`now()` })
        .where('id', '=', this.accountId)
        .where(
          sql<boolean>`(last_used_at is null or last_used_at < now() - make_interval(secs => ${usedEverySeconds}))`,
        )
        .execute();
      return held;
    });
    if (!isExpiring(grant)) return grant.accessToken;
    return grant.refreshToken === null ? grant.accessToken : this.renewed(grant.accessToken, signal);
  }

  async renewed(refused: string, signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      const found = await this.#tenant((trx) => this.#claim(trx, refused));
      if (found === 'lapsed') throw new SignInNeeded();
      if (found === 'renewing') await pause(lookMs, undefined, { signal });
      else if ('token' in found) return found.token;
      else return this.#renew(found);
    }
  }

  async noteChallenge({ scope }: SignInChallenge): Promise<void> {
    await this.#tenant((trx) =>
      trx
        .updateTable('connected_accounts')
        .set({ is_lapsed: true, wanted_scope: scope })
        .where('id', '=', this.accountId)
        .execute(),
    );
  }

  refusal(): Error {
    return new SignInNeeded();
  }

  #held(row: AccountRow | undefined): { row: AccountRow; grant: Grant } {
    if (row === undefined || row.is_lapsed || row.server_url !== this.#serverUrl) throw new SignInNeeded();
    return { row, grant: openGrant(this.#dependencies.secrets(), row) };
  }

  /** Says what is to be done about a refused token, and claims the renewal if it is this process that does it. */
  async #claim(
    trx: Trx,
    refused: string,
  ): Promise<'lapsed' | 'renewing' | { readonly token: string } | { readonly row: AccountRow; readonly grant: Grant }> {
    const held = this.#held(await lockAccount(trx, this.accountId));
    if (held.grant.accessToken !== refused) return { token: held.grant.accessToken };
    if (held.grant.refreshToken === null) {
      await this.#settle(trx, held.row, { is_lapsed: true });
      return 'lapsed';
    }
    if (held.row.is_renewing) return 'renewing';
    await trx
      .updateTable('connected_accounts')
      .set({ renewing_until: sql<Date>`now() + make_interval(secs => ${renewingSeconds})` })
      .where('id', '=', this.accountId)
      .execute();
    return held;
  }

  /** Whoever gives up does not keep the new tokens from being stored: the old ones may be worth nothing any more. */
  async #renew({ row, grant }: { readonly row: AccountRow; readonly grant: Grant }): Promise<string> {
    const { renewGrant } = await import('./renew.ts');
    try {
      const renewed = await renewGrant(grant, signInFetch(this.#dependencies.outgoing, this.#organizationId));
      const sealed = sealJson(this.#dependencies.secrets(), renewed, this.accountId);
      await this.#tenant((trx) =>
        this.#settle(trx, row, { sealed, expires_at: renewed.expiresAt, revision: row.revision + 1 }),
      );
      return renewed.accessToken;
    } catch (error) {
      const isOver = error instanceof GrantRefused;
      await this.#tenant((trx) => this.#settle(trx, row, isOver ? { is_lapsed: true } : {}));
      throw isOver ? new SignInNeeded(error) : error;
    }
  }

  async #settle(
    trx: Trx,
    { revision }: AccountRow,
    columns: { is_lapsed?: boolean; sealed?: string; expires_at?: string | null; revision?: number },
  ): Promise<void> {
    await trx
      .updateTable('connected_accounts')
      .set({ renewing_until: null, ...columns })
      .where('id', '=', this.accountId)
      .where('revision', '=', revision)
      .execute();
  }

  #tenant<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#dependencies.db.asTenant(this.#organizationId, work);
  }
}

const isExpiring = ({ expiresAt }: Grant): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - Date.now() < renewedBeforeMs;
