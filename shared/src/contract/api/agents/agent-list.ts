import * as z from '@parlance/shared/contract/schema';
import { botCategory, botSummary } from '../../agents/bot-summary.ts';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';

/**
 * The state of an agent. `draft`: never published. `published`: members use it. `disabled`: it was published and nobody
 * may ask it until it is enabled. `archived`: hidden from every list but the archive's; its dialogues can still be
 * read.
 */
export const agentState = z.enum(['draft', 'published', 'disabled', 'archived']);

export const agentCan = z.object({
  read: z.boolean(),
  edit: z.boolean(),
  publish: z.boolean(),
  switch: z.boolean(),
  transfer: z.boolean(),
  share: z.boolean(),
  share_with_organization: z.boolean(),
  copy: z.boolean(),
});

/** An agent in the controller's list. Texts are the draft's, in the caller's language, else in its fallback. */
export const agentSummary = z.object({
  ...botSummary.shape,
  category: botCategory,
  state: agentState,
  access: z.enum(['private', 'people', 'organization']),
  owner: z.nullable(colleague),
  /** The number of the published version; null if there is none. */
  version: z.nullable(z.number()),
  /** True if the draft differs from the published version. */
  has_changes: z.boolean(),
  /** Answers of the last 30 days, and their ratings by members. */
  answers: z.number(),
  ratings: z.object({ up: z.number(), down: z.number() }),
  updated_at: z.iso.datetime(),
  can: agentCan,
});
export type AgentSummary = z.infer<typeof agentSummary>;

export const agentSorts = ['name', '-name', 'updated', '-updated', 'answers', '-answers', 'rating', '-rating'] as const;

/**
 * Places of the plan: how many agents the organisation has, and may have; without those that came with it and deleted
 * ones. `limit` null is unlimited.
 */
export const agentPlaces = z.object({ used: z.number(), limit: z.nullable(z.number()) });
export type AgentPlaces = z.infer<typeof agentPlaces>;

/**
 * Lists the agents that the caller may manage or copy, archived ones only on request. `q` matches name and description.
 */
export const listAgents = endpoint({
  method: 'GET',
  path: '/studio/v1/agents',
  requires: {},
  summary: 'Agents of the studio.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    state: z.optional(agentState),
    /** `read`: only those that the caller may open. */
    may: z.optional(z.literal('read')),
    owner: z._default(z.enum(['all', 'me']), 'all'),
    category: z.optional(botCategory),
    sort: z._default(z.enum(agentSorts), '-updated'),
  }),
  /** `can_create`: a place for one more is free. */
  response: z.object({ ...pageOf(agentSummary).shape, can_create: z.boolean(), agents: agentPlaces }),
});
