import * as z from '@parlance/shared/contract/schema';
import { botCategory } from './bot-summary.ts';
import { language } from '../values/language.ts';

/** The most characters of each text of an agent, per language. */
export const agentNameMaxLength = 80;
export const agentDescriptionMaxLength = 300;
export const agentGreetingMaxLength = 2_000;
export const agentStarterMaxLength = 300;
export const agentInstructionsMaxLength = 20_000;
/** The most starters of one agent. */
export const agentStartersAtMost = 8;
export const agentKnowledgeAtMost = 100;
export const agentToolsAtMost = 30;
/** The most tool calls of one answer. More than that is a loop and is stopped (10 is the highest that may be set). */
export const toolStepsAtMost = 10;

/** How much a model reasons before it answers, from least to most. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export const reasoningEffort = z.enum(reasoningEfforts);
export type ReasoningEffort = z.infer<typeof reasoningEffort>;

const localized = (maxLength: number) => z.partialRecord(language, z.string().check(z.trim(), z.maxLength(maxLength)));

/**
 * Permission to call a tool: at once, only when the person who asked allows this call with these arguments, or never.
 * The builder of the agent chooses; tools somebody has made begin with `ask`, and only the built-in ones with `always`.
 * A call to an address that nobody has named asks even so.
 */
export const toolPermission = z.enum(['always', 'ask', 'never']);
export type ToolPermission = z.infer<typeof toolPermission>;

/**
 * A tool that an agent may use. `functions` sets the permission of single functions of a tool that has several (MCP,
 * OpenAPI).
 */
export const agentTool = z.strictObject({
  tool_id: z.uuid(),
  permission: toolPermission,
  functions: z._default(z.record(z.string().check(z.maxLength(200)), toolPermission), {}),
});
export type AgentTool = z.infer<typeof agentTool>;

/**
 * The whole of one version of an agent. The draft and each published version hold one; a bot that members use is the
 * published version. What belongs to the agent and not to a version (owner, who may use it, state) is not here.
 */
export const agentDefinition = z.strictObject({
  /** The name; a published agent has it in at least one language. */
  name: localized(agentNameMaxLength),
  description: z._default(localized(agentDescriptionMaxLength), {}),
  greeting: z._default(localized(agentGreetingMaxLength), {}),
  /** Prompts to begin with: a list in each language. */
  starters: z._default(
    z.partialRecord(
      language,
      z.array(z.string().check(z.trim(), z.maxLength(agentStarterMaxLength))).check(z.maxLength(agentStartersAtMost)),
    ),
    {},
  ),
  /** One emoji. */
  avatar: z.string().check(z.minLength(1), z.maxLength(16)),
  category: z._default(botCategory, 'general'),
  instructions: z._default(z.string().check(z.maxLength(agentInstructionsMaxLength)), ''),
  /** The model; null is the standard model of the installation. */
  model_id: z._default(z.nullable(z.uuid()), null),
  /** The temperature; null is the model's own. */
  temperature: z._default(z.nullable(z.number().check(z.gte(0), z.lte(2))), null),
  max_output_tokens: z._default(z.nullable(z.number().check(z.int(), z.gte(16), z.lte(100_000))), null),
  /** The reasoning effort; null is the model's own. One that the model does not offer is not asked for. */
  reasoning_effort: z._default(z.nullable(reasoningEffort), null),
  /** Sources of knowledge, unordered. */
  knowledge_ids: z._default(z.array(z.uuid()).check(z.maxLength(agentKnowledgeAtMost)), []),
  tools: z._default(z.array(agentTool).check(z.maxLength(agentToolsAtMost)), []),
  /** The most tool calls of one answer. */
  tool_steps: z._default(z.number().check(z.int(), z.gte(1), z.lte(toolStepsAtMost)), toolStepsAtMost),
  /** The most answers of a month (UTC); null is unlimited. */
  answers_a_month: z._default(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000))), null),
  /** The member responsible for what it says; null is its owner. */
  responsible_id: z._default(z.nullable(z.uuid()), null),
});
export type AgentDefinition = z.infer<typeof agentDefinition>;

/** An agent in a file. A file of a version above this is refused with import_too_new. */
export const agentFileVersion = 1;
export const agentFile = z.object({
  kind: z.literal('parlance.agent'),
  version: z.number().check(z.int(), z.gte(1)),
  /**
   * Ids of models, knowledge and tools are valid in their own organisation only. Ids that are not found there are left
   * out and reported.
   */
  definition: agentDefinition,
});
export type AgentFile = z.infer<typeof agentFile>;
