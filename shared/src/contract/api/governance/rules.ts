import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { benchTextMaxLength, checkedKind, ruleAction, ruleDefinition, rulesAtMost } from './rule.ts';

const requires = { role: 'admin', feature: 'governance' } as const;

export const rule = z.object({
  id: z.uuid(),
  definition: ruleDefinition,
  is_enabled: z.boolean(),
  /** Counts its changes. Whoever saves says which one they saw. */
  version: z.number(),
  updated_at: z.iso.datetime(),
  /** Hits of the last 30 days. */
  hits: z.number(),
  last_hit_at: z.nullable(z.iso.datetime()),
  /** All the teams, or all the bots, that it is for are gone: switched on or not, it holds for nobody. */
  is_of_nobody: z.boolean(),
});
export type Rule = z.infer<typeof rule>;

const ruleParams = z.object({ rule_id: z.uuid() });

/** In the order in which they apply. Not in pages: there are never more than `rulesAtMost`. */
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

/**
 * A new rule, the last in the order, switched off. Answers 409 name_taken, rules_full or rule_too_broad, 422
 * pattern_unusable with the pattern and what is wrong with it in `issues`.
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
 * A further version of a rule. Answers 409 conflict where somebody has saved another meanwhile, and what `createRule`
 * answers.
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

/** Takes a rule with its versions and hits away. */
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/governance/v1/rules/:rule_id',
  requires,
  summary: 'Deletes a rule.',
  params: ruleParams,
  response: z.object({}),
});

/** Answers 409 conflict unless each rule is named once. */
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

/** The newest first. */
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
  /** What was found with a little around it; everything that any rule finds in it is masked. */
  context: z.string(),
  /** How often it was found in the text. */
  count: z.number(),
  /** The bot that was asked, in the caller's language; null where it is gone. */
  bot_name: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type Hit = z.infer<typeof hit>;

/** The newest first. Whose text it was is not told here. */
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
  /** What the model and people would get: with masks, and ended where it would be stopped. */
  seen: z.string(),
  outcome: z.enum(['passes', 'masked', 'warned', 'waits', 'blocked']),
  /** Told to the person; empty where nobody is told anything. */
  message: z.string(),
  /** Positions in the text, in UTF-16 code units. A rule about length or language has none. */
  hits: z.array(z.object({ start: z.number(), end: z.number(), condition: z.number() })),
  /** The rule stops or masks ordinary texts as well. */
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
  /** As it was called when the prompt was sent. */
  rule_name: z.string(),
  asked_by: colleague,
  bot_name: z.string(),
  /** As the model would get it, with the masks of other rules. */
  prompt: z.string(),
  /** The names of the files that belong to it. */
  file_names: z.array(z.string()),
  created_at: z.iso.datetime(),
  lapses_at: z.iso.datetime(),
  /** Nobody decides about their own prompt while another administrator could. */
  may_decide: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

/** The oldest first: it lapses first. */
export const listApprovals = endpoint({
  method: 'GET',
  path: '/governance/v1/approvals',
  requires,
  summary: 'The prompts that wait for an administrator.',
  query: pageQuery,
  response: pageOf(approval),
});
