import type { ElicitationAnswer } from '@parlance/shared/contract/api/tools/elicitations';
import type { Database } from '../../../platform/db/database.ts';
import type { Events } from '../../../platform/db/events.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { findSettled, takeAnswer } from './store.ts';

/** The channel of answered questions, for the process that makes the call. */
export const answeredChannel = 'tools.elicitation';
/** The interval of looks, which make up for lost events. */
const usualPollMs = 2_000;

type Dependencies = {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: () => Secrets;
  readonly report: (error: unknown) => void;
  readonly pollMs?: number;
};

type WaitingLook = { readonly organizationId: string; readonly look: () => void };

/** Waits, in the process that makes a call, for answers that any process has stored. */
export class ElicitationDesk {
  readonly #dependencies: Dependencies;
  /** The looks at answers of questions that wait here, by their ids. */
  readonly #looks = new Map<string, WaitingLook>();
  #stopHearing: (() => void) | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves to the answer; throws the signal's reason if that comes first. */
  async answerTo(id: string, organizationId: string, signal: AbortSignal): Promise<ElicitationAnswer> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ElicitationAnswer>();
    const aborted = () => reject(signal.reason as Error); // every abort reason is an Error
    signal.addEventListener('abort', aborted, { once: true });
    let isLooking = false;
    const look = () => {
      if (isLooking) return;
      isLooking = true;
      this.take(id, organizationId)
        .then((answer) => answer !== null && resolve(answer), this.#dependencies.report)
        .finally(() => (isLooking = false));
    };
    this.#looks.set(id, { organizationId, look });
    this.#hear();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', aborted);
      this.#looks.delete(id);
      if (this.#looks.size === 0) this.#endHearing();
    }
  }

  /** Takes the answer that is stored; null if there is none yet. */
  take(id: string, organizationId: string): Promise<ElicitationAnswer | null> {
    const { db, secrets } = this.#dependencies;
    return db.asTenant(organizationId, (trx) => takeAnswer(trx, secrets, id));
  }

  #hear(): void {
    if (this.#stopHearing !== null) return;
    const { events, pollMs = usualPollMs } = this.#dependencies;
    const unsubscribe = events.subscribe(answeredChannel, (id) => this.#looks.get(id)?.look());
    const timer = setInterval(() => void this.#lookAtAll().catch(this.#dependencies.report), pollMs).unref();
    this.#stopHearing = () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  #endHearing(): void {
    this.#stopHearing?.();
    this.#stopHearing = null;
  }

  async #lookAtAll(): Promise<void> {
    const { db } = this.#dependencies;
    for (const [organizationId, waiting] of Map.groupBy(this.#looks, ([, look]) => look.organizationId)) {
      const ids = waiting.map(([id]) => id);
      for (const id of await db.asTenant(organizationId, (trx) => findSettled(trx, ids))) this.#looks.get(id)?.look();
    }
  }
}
