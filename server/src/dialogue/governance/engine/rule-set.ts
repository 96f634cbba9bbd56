import type { CheckedKind, Condition, RuleAction, RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import { searchForPersonalData } from './detectors/detectors.ts';
import { searchForPattern } from './patterns.ts';
import { Scanner } from './scanner.ts';
import type { Search } from './search.ts';
import { searchForTerm } from './words.ts';

export type StoredRule = { readonly id: string; readonly version: number; readonly definition: RuleDefinition };

export type Rule = StoredRule & { readonly action: RuleAction; readonly searches: readonly RuleSearch[] };
export type RuleSearch = { readonly condition: number; readonly search: Search };

/** What is looked for in one text, and where all of it stands in it. */
export type Checker = {
  /** In their order. */
  readonly rules: readonly Rule[];
  readonly searches: readonly (RuleSearch & { readonly rule: Rule })[];
  /** The lengths that matter: most rules have none, and each piece of an answer asks. */
  readonly lengths: readonly { readonly rule: Rule; readonly condition: number; readonly moreThan: number }[];
  /** Whether a rule goes by the language of the text. */
  readonly judgesLanguage: boolean;
  readonly scanner: Scanner;
};

export type Where = { readonly kind: CheckedKind; readonly botId: string; readonly teamIds: ReadonlySet<string> };

/** The rules of an organisation, made ready once for all texts that they are checked against. */
export class RuleSet {
  readonly #rules: readonly Rule[];
  readonly #checkers = new Map<string, Checker | null>();

  /** Throws UnusablePattern where a pattern is none. `rules` in their order. */
  constructor(rules: readonly StoredRule[]) {
    this.#rules = rules.map((rule) => ({
      ...rule,
      action: rule.definition.action,
      searches: rule.definition.conditions.flatMap(searchesOf),
    }));
  }

  /** Whether it matters in which teams a person is. */
  get asksForTeams(): boolean {
    return this.#rules.some(({ definition }) => definition.scope.team_ids.length > 0);
  }

  /** Null where no rule applies. */
  checker({ kind, botId, teamIds }: Where): Checker | null {
    const rules = this.#rules.filter(({ definition: { target, scope } }) => {
      const isForBot = scope.bot_ids.length === 0 || scope.bot_ids.includes(botId);
      const isForPerson = scope.team_ids.length === 0 || scope.team_ids.some((id) => teamIds.has(id));
      return (target === 'both' || target === kind) && isForBot && isForPerson;
    });
    const key = rules.map(({ id }) => id).join();
    const known = this.#checkers.get(key);
    if (known !== undefined) return known;
    const made = rules.length === 0 ? null : checkerOf(rules);
    this.#checkers.set(key, made);
    return made;
  }
}

function checkerOf(rules: readonly Rule[]): Checker {
  const searches = rules.flatMap((rule) => rule.searches.map((it) => ({ ...it, rule })));
  const lengths = rules.flatMap((rule) =>
    rule.definition.conditions.flatMap((it, condition) =>
      it.kind === 'length' ? [{ rule, condition, moreThan: it.more_than }] : [],
    ),
  );
  const judgesLanguage = rules.some(({ definition }) => definition.conditions.some(({ kind }) => kind === 'language'));
  return { rules, searches, lengths, judgesLanguage, scanner: new Scanner(searches.map(({ search }) => search)) };
}

const ofMaterial = new WeakMap<Checker, Checker>();
const actionOnMaterial = {
  monitor: 'monitor',
  warn: 'monitor',
  mask: 'mask',
  approve: 'mask',
  block: 'mask',
} as const satisfies Record<RuleAction, RuleAction>;

/**
 * The same rules for what stands beside a prompt: nobody can be warned there, asked or stopped, so that what is not
 * allowed through is masked. How long it is and in which language does not matter.
 */
export function materialChecker(checker: Checker): Checker {
  const known = ofMaterial.get(checker);
  if (known !== undefined) return known;
  const softened = new Map(checker.rules.map((rule) => [rule, { ...rule, action: actionOnMaterial[rule.action] }]));
  const searches = checker.searches.map((search) => ({ ...search, rule: softened.get(search.rule) ?? search.rule }));
  const made = {
    rules: [...softened.values()],
    searches,
    lengths: [],
    judgesLanguage: false,
    scanner: checker.scanner,
  };
  ofMaterial.set(checker, made);
  return made;
}

function searchesOf(condition: Condition, place: number): RuleSearch[] {
  const asked = (search: Search): RuleSearch => ({ condition: place, search });
  if (condition.kind === 'words')
    return condition.terms.map((term) => asked(searchForTerm(term, { wholeWords: condition.whole_words })));
  if (condition.kind === 'pattern')
    return [asked(searchForPattern(condition.pattern, { ignoreCase: condition.ignore_case }))];
  return condition.kind === 'personal' ? condition.detectors.map((id) => asked(searchForPersonalData(id))) : [];
}
