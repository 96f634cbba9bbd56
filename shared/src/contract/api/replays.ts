import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { checkedKind, ruleAction, ruleDefinition } from './governance/rule.ts';
import { day } from '../values/moment.ts';

const requires = { role: 'admin', feature: 'governance' } as const;

/** Days the result of a replay can be read. */
export const replayKeptDays = 30;
/** The most days that one replay covers. */
export const replayDaysAtMost = 366;
/** The most places shown as examples. */
export const replaySamplesAtMost = 20;
const dayMs = 86_400_000;

export const replayStatus = z.enum(['waiting', 'running', 'complete', 'failed']);

/** The dialogues that a rule is tried on. Empty lists are all bots and everybody. */
const over = {
  /** The first day (UTC) of the messages … */
  from: day,
  /** … and the last day. */
  to: day,
  bot_ids: z.array(z.uuid()).check(z.maxLength(50)),
  /**
   * The teams, by their present members. A team or bot by which the dialogue log cannot be filtered answers 403
   * names_hidden while names are hidden, because it would reveal whose texts they are.
   */
  team_ids: z.array(z.uuid()).check(z.maxLength(50)),
};

export const replay = z.object({
  id: z.uuid(),
  /** The name of the rule as it was tried. */
  name: z.string(),
  action: ruleAction,
  /** The saved version that was tried; null for a draft. */
  version: z.nullable(z.int()),
  ...over,
  status: replayStatus,
  /** The number of messages checked, of how many. */
  done: z.int(),
  of: z.int(),
  /** The number of messages that the rule matched. */
  found: z.int(),
  asked_by: z.nullable(colleague),
  created_at: z.iso.datetime(),
});
export type Replay = z.infer<typeof replay>;

/**
 * Tries a rule, saved or not, on past prompts and answers, beside all rules that are on. It changes nothing. Answers
 * 409 replay_running while there is another one of the organisation, idempotency_key_reused for a key that has asked
 * for something else, 422 pattern_unusable.
 */
export const startReplay = endpoint({
  method: 'POST',
  path: '/governance/v1/replays',
  requires,
  summary: 'Tries a rule on past dialogues.',
  body: z
    .strictObject({
      idempotency_key: z.uuid(),
      /** The rule of the definition; absent if it was never saved. */ rule_id: z.optional(z.uuid()),
      definition: ruleDefinition,
      ...over,
    })
    .check(
      z.refine(({ from, to }) => from <= to, { path: ['to'], message: 'The period ends before it begins.' }),
      z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < replayDaysAtMost * dayMs, {
        path: ['to'],
        message: `The period has more than ${replayDaysAtMost} days.`,
      }),
    ),
  response: replay,
});

/** Lists the replays, newest first. Without `rule_id`: those of rules that were not saved. */
export const listReplays = endpoint({
  method: 'GET',
  path: '/governance/v1/replays',
  requires,
  summary: 'Replays of a rule.',
  query: z.object({ ...pageQuery.shape, rule_id: z.optional(z.uuid()) }),
  response: pageOf(replay),
});

const replayParams = z.object({ replay_id: z.uuid() });

export const replayResult = z.object({
  replay,
  /** The rule that was tried first, then active rules with a match, in their order. */
  rules: z.array(
    z.object({
      name: z.string(),
      action: ruleAction,
      is_tried: z.boolean(),
      /** Messages with at least one hit. */ messages: z.int(),
      hits: z.int(),
    }),
  ),
  /** Messages with a hit of the rule that was tried; days without one are left out. */
  days: z.array(z.object({ day: z.iso.date(), prompts: z.int(), answers: z.int() })),
  /** The first matches. Everything that any rule finds in them is masked. Their authors are not disclosed. */
  samples: z.array(
    z.object({
      kind: checkedKind,
      context: z.string(),
      count: z.int(),
      bot_name: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
});
export type ReplayResult = z.infer<typeof replayResult>;

/**
 * Returns the result of a replay so far. The audit log records the look. 403 names_hidden while names are hidden, if it
 * was made for a team or bot by which the dialogue log cannot be filtered then.
 */
export const getReplayResult = endpoint({
  method: 'GET',
  path: '/governance/v1/replays/:replay_id',
  requires,
  summary: 'What a replay has found.',
  params: replayParams,
  response: replayResult,
});

/** Cancels a replay under way; deletes the result of a finished one. */
export const deleteReplay = endpoint({
  method: 'DELETE',
  path: '/governance/v1/replays/:replay_id',
  requires,
  summary: 'Cancels or deletes a replay.',
  params: replayParams,
  response: z.object({}),
});

/** Lists bots that were asked, and teams large enough to reveal nobody, by name. */
export const getReplayChoices = endpoint({
  method: 'GET',
  path: '/governance/v1/replay-choices',
  requires,
  summary: 'What a replay can be narrowed to.',
  response: z.object({
    bots: z.array(z.object({ id: z.uuid(), name: z.string() })),
    teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});
