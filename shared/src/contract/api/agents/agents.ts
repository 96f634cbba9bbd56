import * as z from '@parlance/shared/contract/schema';
import { agentDefinition, agentFile, reasoningEffort } from '../../agents/agent-definition.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { agentPlaces, agentSummary } from './agent-list.ts';
import { botCategory } from '../bots.ts';
import { sendPrompt, startDialogue } from '../dialogues.ts';
import { colleagueTeam } from '../../values/colleague.ts';
import { colleague, named } from '../shares.ts';

// The list of agents has a module of its own: it is all of the studio that its first screen loads.
export { agentCan, agentSorts, agentState, agentSummary, listAgents, type AgentSummary } from './agent-list.ts';

/** The access to a published agent: its owner alone, named people and teams, or everybody in the organisation. */
export const agentAccess = z.object({
  scope: z.enum(['private', 'people', 'organization']),
  people: z.array(colleague),
  teams: z.array(colleagueTeam),
});
export type AgentAccess = z.infer<typeof agentAccess>;

/** An agent in its editor. */
export const agent = z.object({
  ...agentSummary.shape,
  definition: agentDefinition,
  /** The revision of the draft. A save names the one it is based on. */
  revision: z.number(),
  /** The colleague who saved the draft last. */
  changed_by: z.nullable(colleague),
  people: agentAccess.shape.people,
  teams: agentAccess.shape.teams,
  /** Other colleagues who have it open now. */
  also_open: z.array(colleague),
});
export type Agent = z.infer<typeof agent>;

/** The agent that a request is about. */
export const agentParams = z.object({ agent_id: z.uuid() });
const versionParams = z.object({ agent_id: z.uuid(), number: z.coerce.number().check(z.int(), z.gte(1)) });

/** Kinds of things that an agent names and another organisation may not have. */
export const agentPart = z.enum(['model', 'knowledge', 'tools', 'responsible']);

/** The origin of a new agent. */
export const agentOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blank') }),
  z.object({ kind: z.literal('template'), template: z.string().check(z.maxLength(60)) }),
  z.object({ kind: z.literal('copy'), agent_id: z.uuid() }),
  z.object({ kind: z.literal('file'), file: z.unknown() }),
  z.object({
    kind: z.literal('description'),
    description: z.string().check(z.trim(), z.minLength(10), z.maxLength(4_000)),
    language,
  }),
]);
export type AgentOrigin = z.input<typeof agentOrigin>;

/**
 * Creates a draft owned by the caller. `left_out` names the parts of a copy or a file that are unavailable here:
 * models, knowledge, tools. `description` asks the standard model; the embedded one refuses with model_cannot_write.
 * Refused with agents_full if the plan has no place for one more. A key that has done something else is refused with
 * 409 idempotency_key_reused.
 */
export const createAgent = endpoint({
  method: 'POST',
  path: '/studio/v1/agents',
  requires: { privilege: 'bot.create' },
  summary: 'Makes an agent.',
  body: z.object({ idempotency_key: z.uuid(), from: agentOrigin }),
  response: z.object({ agent, left_out: z.array(agentPart), agents: agentPlaces }),
});

/** Lists the templates to begin with, in the caller's language. */
export const listAgentTemplates = endpoint({
  method: 'GET',
  path: '/studio/v1/agent-templates',
  requires: {},
  summary: 'Templates of agents.',
  response: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        avatar: z.string(),
        category: botCategory,
      }),
    ),
  }),
});

/** Lists the models that an agent may be given. */
export const listAgentModels = endpoint({
  method: 'GET',
  path: '/studio/v1/models',
  requires: {},
  summary: 'Models to choose from.',
  response: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        kind: z.enum(['embedded', 'language-model']),
        sees_images: z.boolean(),
        uses_tools: z.boolean(),
        /** The reasoning efforts to choose from; empty if the model has none. */
        reasoning_efforts: z._default(z.array(reasoningEffort), []),
        context_length: z.nullable(z.number()),
        is_standard: z.boolean(),
      }),
    ),
  }),
});

export const getAgent = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id',
  requires: {},
  summary: 'An agent with its draft.',
  params: agentParams,
  response: agent,
});

/**
 * Announces that the caller has the agent open (again after 20 s at most), and answers with the others who do, and the
 * newest revision.
 */
export const announceEditing = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/:agent_id/presence',
  requires: {},
  summary: 'Who else has an agent open.',
  params: agentParams,
  body: z.strictObject({ is_open: z.boolean() }),
  response: z.object({ also_open: z.array(colleague), revision: z.number() }),
});

/**
 * Saves the whole draft. Refused with conflict if it is no longer at the revision that the caller saw: nothing is
 * overwritten.
 */
export const saveAgentDraft = endpoint({
  method: 'PUT',
  path: '/studio/v1/agents/:agent_id/draft',
  requires: {},
  summary: 'Saves the draft of an agent.',
  params: agentParams,
  body: z.strictObject({ revision: z.number(), definition: agentDefinition }),
  response: z.object({ revision: z.number(), updated_at: z.iso.datetime() }),
});

export const agentVersion = z.object({
  number: z.number(),
  name: z.string(),
  message: z.string(),
  published_at: z.iso.datetime(),
  published_by: z.nullable(colleague),
  is_current: z.boolean(),
  /** The last run of the test set against it. */
  tests: z.nullable(z.object({ passed: z.number(), of: z.number() })),
});
export type AgentVersion = z.infer<typeof agentVersion>;

/**
 * Makes the draft the version that members use. Refused with conflict if the draft is no longer at the revision that
 * the caller saw, and with agent_incomplete if something is missing, named in `issues`.
 */
export const publishAgent = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/:agent_id/versions',
  requires: {},
  summary: 'Publishes the draft of an agent.',
  params: agentParams,
  body: z.strictObject({
    revision: z.number(),
    name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    message: z._default(z.string().check(z.trim(), z.maxLength(2_000)), ''),
  }),
  response: agentVersion,
});

export const listAgentVersions = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id/versions',
  requires: {},
  summary: 'The published versions of an agent, newest first.',
  params: agentParams,
  query: pageQuery,
  response: pageOf(agentVersion),
});

export const getAgentVersion = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id/versions/:number',
  requires: {},
  summary: 'One version of an agent, whole.',
  params: versionParams,
  response: z.object({ ...agentVersion.shape, definition: agentDefinition }),
});

/** Puts an earlier version into the draft; members see it once it is published. */
export const restoreAgentVersion = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/:agent_id/versions/:number/restore',
  requires: {},
  summary: 'Takes an earlier version as the draft.',
  params: versionParams,
  body: z.strictObject({ revision: z.number() }),
  response: agent,
});

/**
 * Changes many agents at once; those on which the caller lacks the right come back in `refused`. `undelete` is refused
 * as a whole, with agents_full, if the plan has no place for all that would come back.
 */
export const changeAgents = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/bulk',
  requires: {},
  summary: 'Enables, disables, archives, brings back or deletes agents.',
  body: z.strictObject({
    agent_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)),
    action: z.enum(['enable', 'disable', 'archive', 'unarchive', 'delete', 'undelete']),
  }),
  response: z.object({ changed: z.array(z.uuid()), refused: z.array(z.uuid()), agents: agentPlaces }),
});

/** The things other than people that ask agents, or are about them. */
export const agentUses = z.object({ schedules: z.int(), automations: z.int(), rules: z.int() });
export type AgentUses = z.infer<typeof agentUses>;

/** Counts the uses of those agents that the caller may read; others count for nothing. */
export const getAgentUses = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/uses',
  requires: {},
  summary: 'What names agents: asked before they are deleted.',
  /** At most a hundred ids, separated by commas. */
  query: z.object({ ids: z.string().check(z.maxLength(100 * 37)) }),
  response: agentUses,
});

export const setAgentAccess = endpoint({
  method: 'PUT',
  path: '/studio/v1/agents/:agent_id/access',
  requires: {},
  summary: 'Says who may use an agent.',
  params: agentParams,
  body: z.strictObject({ scope: agentAccess.shape.scope, ...named }),
  response: agentAccess,
});

export const transferAgent = endpoint({
  method: 'PUT',
  path: '/studio/v1/agents/:agent_id/owner',
  requires: {},
  summary: 'Gives an agent to another member.',
  params: agentParams,
  body: z.strictObject({ member_id: z.uuid() }),
  response: agent,
});

/** Returns the draft as a file for `createAgent`. */
export const exportAgent = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id/file',
  requires: {},
  summary: 'An agent as a file.',
  params: agentParams,
  response: agentFile,
});

/**
 * Starts a dialogue with the given definition, saved or not. It is in no list, counts as the caller's use, and is read
 * with `streamRun` and `listMessages` as any other; it is deleted after a day. A key that has done something else is
 * refused with 409 idempotency_key_reused.
 */
export const startAgentTest = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/:agent_id/test-dialogues',
  requires: {},
  summary: 'Tries a draft.',
  params: agentParams,
  body: z.object({ idempotency_key: z.uuid(), prompt: startDialogue.body.shape.prompt, definition: agentDefinition }),
  response: startDialogue.response,
});

/**
 * Sends the next prompt of such a dialogue; the definition may have changed since. A key that has done something else
 * is refused with 409 idempotency_key_reused.
 */
export const continueAgentTest = endpoint({
  method: 'POST',
  path: '/studio/v1/test-dialogues/:dialogue_id/messages',
  requires: {},
  summary: 'Goes on trying a draft.',
  params: z.object({ dialogue_id: z.uuid() }),
  body: z.object({ idempotency_key: z.uuid(), prompt: startDialogue.body.shape.prompt, definition: agentDefinition }),
  response: sendPrompt.response,
});
