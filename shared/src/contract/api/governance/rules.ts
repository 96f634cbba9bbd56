import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { benchTextMaxLength, checkedKind, ruleAction, ruleDefinition, rulesAtMost } from './rule.ts';

const requires = { role: 'admin', feature: 'governance' } as const;

export const rule = z.object({
  id: z.uuid(),
  definition: ruleDefinition,
  is_enabled: z.boolean(),
  /** The version. A save names the one it is based on. */
  version: z.number(),
  updated_at: z.iso.datetime(),
  /** The hits of the last 30 days. */
  hits: z.number(),
  last_hit_at: z.nullable(z.iso.datetime()),
  /** True if all the teams, or all the bots, of its scope are gone: switched on or not, it applies to nobody. */
  is_of_nobody: z.boolean(),
});
export type Rule = z.infer<typeof rule>;

const ruleParams = z.object({ rule_id: z.uuid() });

/** Lists the rules in the order in which they apply. Unpaged: there are never more than `rulesAtMost`. */
export const listRules = endpoint({
  method: 'GET',
  path: '/governance/v1/rules',
  requires,
  summary: 'The rules of the organisation, in their order.',
  response: z.object({ items: z.array(rule) }),
});

export const getRule = endpoint({
  method: 'GET',
  path: '/governance/v1/rules/:rule_id',
  requires,
  summary: 'A rule.',
  params: ruleParams,
  response: rule,
});

/**
 * `confirms_reach`: the rule is wanted although it stops or masks ordinary texts; without it such a rule is refused
 * with rule_too_broad.
 */
const reach = { confirms_reach: z._default(z.boolean(), false) };

/** The faults of a regular expression: the ends of the paths of the issues of pattern_unusable (`pattern.syntax`). */
export const patternFaults = ['syntax', 'unsupported', 'matches_nothing', 'repeats'] as const;
export type PatternFault = (typeof patternFaults)[number];

/**
 * Creates a rule, the last in the order, switched off. Answers 409 name_taken, rules_full or rule_too_broad, 422
 * pattern_unusable with the fault of the pattern in `issues`.
 */
export const createRule = endpoint({
  method: 'POST',
  path: '/governance/v1/rules',
  requires,
  summary: 'Makes a rule, which is switched off at first.',
  body: z.strictObject({ definition: ruleDefinition, ...reach }),
  response: rule,
});

/**
 * Saves a further version of a rule. Answers 409 conflict if somebody has saved another meanwhile, and what
 * `createRule` answers.
 */
export const saveRule = endpoint({
  method: 'PUT',
  path: '/governance/v1/rules/:rule_id',
  requires,
  summary: 'Saves a further version of a rule.',
  params: ruleParams,
  body: z.strictObject({ definition: ruleDefinition, version: z.number().check(z.int()), ...reach }),
  response: rule,
});

export const switchRule = endpoint({
  method: 'PUT',
  path: '/governance/v1/rules/:rule_id/state',
  requires,
  summary: 'Switches a rule on or off.',
  params: ruleParams,
  body: z.strictObject({ is_enabled: z.boolean() }),
  response: rule,
});

/** Deletes a rule with its versions and hits. */
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/governance/v1/rules/:rule_id',
  requires,
  summary: 'Deletes a rule.',
  params: ruleParams,
  response: z.object({}),
});

/** Reorders the rules. Answers 409 conflict unless each rule is named once. */
export const orderRules = endpoint({
  method: 'PUT',
  path: '/governance/v1/order',
  requires,
  summary: 'Puts the rules in another order.',
  body: z.strictObject({ rule_ids: z.array(z.uuid()).check(z.maxLength(rulesAtMost)) }),
  response: z.object({ items: z.array(rule) }),
});

export const ruleVersion = z.object({
  version: z.number(),
  definition: ruleDefinition,
  saved_by: z.nullable(colleague),
  saved_at: z.iso.datetime(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;

/** Lists the versions, newest first. */
export const listRuleVersions = endpoint({
  method: 'GET',
  path: '/governance/v1/rules/:rule_id/versions',
  requires,
  summary: 'The versions of a rule.',
  params: ruleParams,
  query: pageQuery,
  response: pageOf(ruleVersion),
});

export const hit = z.object({
  id: z.uuid(),
  rule_id: z.uuid(),
  version: z.number(),
  kind: checkedKind,
  action: ruleAction,
  /** The match with a little context; everything that any rule finds in it is masked. */
  context: z.string(),
  /** The number of matches in the text. */
  count: z.number(),
  /** The bot that was asked, in the caller's language; null if it is gone. */
  bot_name: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type Hit = z.infer<typeof hit>;

/** Lists the hits, newest first. Their authors are not disclosed. */
export const listHits = endpoint({
  method: 'GET',
  path: '/governance/v1/rules/:rule_id/hits',
  requires,
  summary: 'Where a rule has applied.',
  params: ruleParams,
  query: pageQuery,
  response: pageOf(hit),
});

export const benchResult = z.object({
  /** The text that the model and people would get: with masks, and ended where it would be stopped. */
  seen: z.string(),
  outcome: z.enum(['passes', 'masked', 'warned', 'waits', 'blocked']),
  /** The message to the person; empty if there is none. */
  message: z.string(),
  /** Positions in the text, in UTF-16 code units. A rule about length or language has none. */
  hits: z.array(z.object({ start: z.number(), end: z.number(), condition: z.number() })),
  /** True if the rule stops or masks ordinary texts as well. */
  is_too_broad: z.boolean(),
});
export type BenchResult = z.infer<typeof benchResult>;

/** Tries a rule, saved or not, on a text. Nothing is stored. Answers 422 pattern_unusable. */
export const tryRule = endpoint({
  method: 'POST',
  path: '/governance/v1/bench',
  requires,
  summary: 'What a rule would do with a text.',
  body: z.strictObject({
    definition: ruleDefinition,
    kind: checkedKind,
    text: z.string().check(z.maxLength(benchTextMaxLength)),
  }),
  response: benchResult,
});

/** A prompt that waits for an administrator. Its person knows that it is read. */
export const approval = z.object({
  id: z.uuid(),
  /** The rule's name when the prompt was sent. */
  rule_name: z.string(),
  asked_by: colleague,
  bot_name: z.string(),
  /** The prompt as the model would get it, with the masks of other rules. */
  prompt: z.string(),
  /** The names of its attached files. */
  file_names: z.array(z.string()),
  created_at: z.iso.datetime(),
  lapses_at: z.iso.datetime(),
  /** False for the caller's own prompt while another administrator could decide. */
  may_decide: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

/** Lists the approvals, oldest first: that one lapses first. */
export const listApprovals = endpoint({
  method: 'GET',
  path: '/governance/v1/approvals',
  requires,
  summary: 'The prompts that wait for an administrator.',
  query: pageQuery,
  response: pageOf(approval),
});
