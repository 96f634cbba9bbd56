import type { CheckedKind, RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import type { BenchResult } from '@parlance/shared/contract/api/governance/rules';
import { ApiError } from '../../platform/errors/api-error.ts';
import { Guard } from './engine/guard.ts';
import { UnusablePattern } from './engine/pattern-nodes.ts';
import { type Checker, RuleSet } from './engine/rule-set.ts';
import { ordinaryTexts } from './ordinary-texts.ts';

/** The number of ordinary texts a rule may stop or mask before it counts as too broad. */
const broadFrom = ordinaryTexts.length / 2;

/**
 * Builds the checker of a single rule for texts of one kind. Throws pattern_unusable with the pattern and its fault.
 */
function checkerOf(definition: RuleDefinition, kind: CheckedKind): Checker | null {
  try {
    const everywhere = { ...definition, scope: { team_ids: [], bot_ids: [] } };
    return new RuleSet([{ id: '', version: 0, definition: everywhere }]).checker({
      kind,
      botId: '',
      teamIds: new Set(),
    });
  } catch (error) {
    if (!(error instanceof UnusablePattern)) throw error;
    throw new ApiError('pattern_unusable', {
      issues: [{ path: `pattern.${error.fault}`, message: error.found }],
      cause: error,
    });
  }
}

/** Throws pattern_unusable for a rule that cannot be applied, and rule_too_broad for one that needs confirmation. */
export function requireUsable(definition: RuleDefinition, { confirmsReach }: { confirmsReach: boolean }): void {
  if (isTooBroad(definition) && !confirmsReach) throw new ApiError('rule_too_broad');
}

function isTooBroad(definition: RuleDefinition): boolean {
  const checker = checkerOf(definition, definition.target === 'both' ? 'answer' : definition.target);
  if (checker === null || definition.action === 'monitor') return false;
  return ordinaryTexts.filter((text) => check(checker, text).found.length > 0).length >= broadFrom;
}

function check(checker: Checker, text: string) {
  const guard = new Guard(checker);
  const seen = guard.push(text) + guard.settle();
  return { seen, found: guard.found, stoppedBy: guard.stoppedBy };
}

/** Shows the effect of a rule on a text. */
export function tryOn(definition: RuleDefinition, kind: CheckedKind, text: string): BenchResult {
  const isBroad = isTooBroad(definition);
  const checker = checkerOf(definition, kind);
  if (checker === null) return { seen: text, outcome: 'passes', message: '', hits: [], is_too_broad: isBroad };
  const { seen, found, stoppedBy } = check(checker, text.toWellFormed());
  const hits = found.flatMap(({ places }) => places);
  const held =
    hits.length === 0
      ? null
      : definition.action === 'warn'
        ? 'warned'
        : definition.action === 'approve'
          ? 'waits'
          : null;
  if (stoppedBy !== null) {
    const message = stoppedBy.definition.message;
    // A refused prompt reaches nobody; an answer ends with the message.
    return {
      seen: kind === 'prompt' ? '' : `${seen}${seen === '' ? '' : '\n\n'}${message}`,
      outcome: 'blocked',
      message,
      hits,
      is_too_broad: isBroad,
    };
  }
  return {
    seen,
    outcome: held ?? (seen === text ? 'passes' : 'masked'),
    message: held === null ? '' : definition.message,
    hits,
    is_too_broad: isBroad,
  };
}
