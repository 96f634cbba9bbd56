import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import type { AppliedRule } from '@parlance/shared/contract/api/runs/runs';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { appliedRules, toldName } from './applied-rules.ts';
import { type RuleFinding, Guard } from './engine/guard.ts';
import type { Rule } from './engine/rule-set.ts';
import { keepHits } from './hits.ts';
import { placesOnceMasked } from './masked-places.ts';
import type { Asker } from './rule-book.ts';

type Prompt = {
  readonly botId: string;
  readonly text: string;
  /** The person was warned, and sends it all the same. */ readonly acceptsWarning: boolean;
  /** It can be kept until an administrator has allowed it; otherwise it is refused. */ readonly mayWait: boolean;
  /** Where values of an event stand in it. */ readonly eventPlaces?: readonly EventPlace[];
};
/** The prompt as it goes to the model and into storage, and what was found in it. */
export type CheckedPrompt = {
  readonly text: string;
  readonly eventPlaces: readonly EventPlace[];
  readonly found: readonly RuleFinding[];
  /** What its readers are told of that. */ readonly appliedRules: readonly AppliedRule[];
  /** The rule that has it allowed by an administrator first; null where none does. */ readonly waitsFor: Rule | null;
};

/** What a person reads of a rule. */
type RuleNotice = { readonly name: string; readonly message: string };

/** A prompt that goes nowhere. What was found is noted when the transaction that asked is over: nothing of it stays. */
class PromptRefused extends Error {
  readonly code: 'prompt_blocked' | 'prompt_warned';
  readonly told: RuleNotice;
  readonly found: readonly RuleFinding[];
  readonly botId: string;

  constructor(
    code: 'prompt_blocked' | 'prompt_warned',
    told: RuleNotice,
    botId: string,
    found: readonly RuleFinding[],
  ) {
    super(code);
    this.code = code;
    this.told = told;
    this.botId = botId;
    this.found = found;
  }
}

/** Checks a prompt before anything is stored of it. Call it within `notingRefusals`. */
export async function checkPrompt(
  { ruleBook }: Pick<FastifyInstance, 'ruleBook'>,
  trx: Trx,
  asker: Asker,
  { botId, text, acceptsWarning, mayWait, eventPlaces = [] }: Prompt,
): Promise<CheckedPrompt> {
  const checker = await ruleBook.checker(trx, asker, { kind: 'prompt', botId });
  if (checker === null) return { text, eventPlaces, found: [], appliedRules: [], waitsFor: null };
  const guard = new Guard(checker);
  const checked = guard.push(text) + guard.settle();
  const { found, stoppedBy } = guard;
  const told = ({ definition }: Rule): RuleNotice => ({
    name: toldName(checker, definition.name),
    message: definition.message,
  });
  if (stoppedBy !== null) throw new PromptRefused('prompt_blocked', told(stoppedBy), botId, found);
  const warning = acceptsWarning ? undefined : found.find(({ rule }) => rule.action === 'warn');
  if (warning !== undefined) throw new PromptRefused('prompt_warned', told(warning.rule), botId, found);
  const waitsFor = found.find(({ rule }) => rule.action === 'approve')?.rule ?? null;
  if (waitsFor !== null && !mayWait) throw new PromptRefused('prompt_blocked', told(waitsFor), botId, found);
  return {
    text: checked,
    eventPlaces: placesOnceMasked(checker, text, checked, eventPlaces),
    found,
    appliedRules: appliedRules(checker, found),
    waitsFor,
  };
}

/**
 * Notes which rules refused a prompt, and answers prompt_blocked or prompt_warned with what the rule tells the person.
 */
export async function notingRefusals<T>(
  { db }: Pick<FastifyInstance, 'db'>,
  { organizationId }: Asker,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PromptRefused)) throw error;
    await db.asTenant(organizationId, (trx) =>
      keepHits(trx, { organizationId, kind: 'prompt', botId: error.botId, runId: null }, error.found),
    );
    throw new ApiError(error.code, {
      issues: [
        { path: 'message', message: error.told.message },
        { path: 'rule', message: error.told.name },
      ],
    });
  }
}
