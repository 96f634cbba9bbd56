import { setImmediate as others } from 'node:timers/promises';
import type { CheckedKind } from '@parlance/shared/contract/api/governance/rule';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database, Trx } from '../../platform/db/database.ts';
import { Guard } from './engine/guard.ts';
import { type Checker, RuleSet } from './engine/rule-set.ts';
import { ordinaryTexts } from './ordinary-texts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The rules of all organisations, made ready. */
    ruleBook: RuleBook;
  }
}

/** Whose text it is, and by which version of their organisation's rules it goes: 0 where there are none. */
export type Asker = { readonly organizationId: string; readonly memberId: string; readonly governanceVersion: number };
type Text = { readonly kind: CheckedKind; readonly botId: string };

/** Organisations whose rules are kept ready; the one that was not used for longest goes first. */
const keptAtMost = 200;

/**
 * Rules are made ready once for each version of an organisation's rules and serve every answer of this process. The
 * version comes with the session, and with a run when it begins: nothing has to be told, and nothing that was not told
 * is missed.
 */
export class RuleBook {
  readonly #kept = new Map<string, { version: number; rules: RuleSet }>();

  /** What a text is to be checked with; null where no rule is about it. */
  async checker(trx: Trx, asker: Asker, text: Text): Promise<Checker | null> {
    if (asker.governanceVersion === 0) return null;
    const rules = await this.#rulesOf(trx, asker);
    const teamIds = rules.asksForTeams ? await teamsOf(trx, asker.memberId) : new Set<string>();
    return rules.checker({ ...text, teamIds });
  }

  /** The same without the database; undefined where that has to be asked. */
  known({ organizationId, governanceVersion }: Asker, text: Text): Checker | null | undefined {
    const kept = this.#kept.get(organizationId);
    return kept?.version === governanceVersion && !kept.rules.asksForTeams
      ? kept.rules.checker({ ...text, teamIds: new Set() })
      : undefined;
  }

  /**
   * Makes the rules of an organisation ready as they are now, and reads ordinary texts with them: the first prompt
   * after a change waits for nothing of it. Step by step, so that no answer of this process waits for long.
   */
  async prepare(db: Database, organizationId: string): Promise<void> {
    const rules = await db.asTenant(organizationId, async (trx) => {
      const { governance_version: governanceVersion } = await trx
        .selectFrom('organizations')
        .where('id', '=', organizationId)
        .select('governance_version')
        .executeTakeFirstOrThrow();
      return this.#rulesOf(trx, { organizationId, memberId: '', governanceVersion });
    });
    for (const kind of ['prompt', 'answer'] as const) {
      await others();
      const checker = rules.checker({ kind, botId: '', teamIds: new Set() });
      if (checker !== null) await readOrdinary(checker);
    }
  }

  async #rulesOf(trx: Trx, { organizationId, governanceVersion: version }: Asker): Promise<RuleSet> {
    const known = this.#kept.get(organizationId);
    this.#kept.delete(organizationId);
    const kept = known?.version === version ? known : { version, rules: await readRules(trx, organizationId) };
    this.#kept.set(organizationId, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptAtMost && oldest !== undefined) this.#kept.delete(oldest);
    return kept.rules;
  }
}

async function readRules(trx: Trx, organizationId: string): Promise<RuleSet> {
  const rows = await trx
    .selectFrom('governance_rules')
    .where('organization_id', '=', organizationId)
    .where('is_enabled', '=', true)
    .select(['id', 'version', 'definition'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return new RuleSet(rows);
}

async function teamsOf(trx: Trx, memberId: string): Promise<ReadonlySet<string>> {
  const rows = await trx.selectFrom('team_members').where('member_id', '=', memberId).select('team_id').execute();
  return new Set(rows.map(({ team_id }) => team_id));
}

async function readOrdinary(checker: Checker): Promise<void> {
  for (const text of ordinaryTexts) {
    await others();
    new Guard(checker).push(text);
  }
}

/** Says of which organisation a rule has changed. What is lost of it costs time and nothing else. */
const changedChannel = 'governance.changed';

/** Has every process make the rules of an organisation ready. Call it when the transaction of the change is over. */
export function tellChange({ events }: FastifyInstance, organizationId: string): void {
  events.publish(changedChannel, organizationId);
}

/** Gives `app.ruleBook`. */
export const ruleBookPlugin = fp(
  async (app: FastifyInstance) => {
    const book = new RuleBook();
    app.decorate('ruleBook', book);
    let preparing = Promise.resolve();
    const unsubscribe = app.events.subscribe(changedChannel, (id) => {
      preparing = preparing
        .then(() => book.prepare(app.db, id))
        .catch((error: unknown) =>
          app.log.warn({ err: error }, 'rules could not be made ready; the next prompt does it'),
        );
    });
    app.addHook('preClose', async () => {
      unsubscribe();
      await preparing;
    });
  },
  { name: 'rule-book' },
);
