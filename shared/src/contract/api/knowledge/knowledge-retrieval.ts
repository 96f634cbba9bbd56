import * as z from '@parlance/shared/contract/schema';
import { agentKnowledgeAtMost } from '../../agents/agent-definition.ts';
import { endpoint } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { filePassage } from '../files.ts';

/** A passage that a question finds, and the reason. */
export const retrievedPassage = z.object({
  source_id: z.uuid(),
  source_name: z.string(),
  file_id: z.uuid(),
  ...filePassage.shape,
  /** The score orders passages; it means nothing by itself. */
  score: z.number(),
  /** The share of the question that the passage holds, 0 to 1. */
  coverage: z.number(),
  /** The positions of the question's words in `content`, in order: from and to in UTF-16 code units. */
  marks: z.array(z.object({ from: z.number(), to: z.number() })),
  /** The nearness in meaning, 0 to 1; null if it was not found by its meaning. */
  nearness: z.nullable(z.number()),
  /** True if it would be in the prompt. */
  is_given: z.boolean(),
});
export type RetrievedPassage = z.infer<typeof retrievedPassage>;

/**
 * Searches sources for a question, best match first. Each must be one that the caller may read, or one of the agent
 * that `agent_id` names, if the caller may read it; anything else is not_found. `by_meaning` says whether a model
 * compared meanings, or words alone decided.
 */
export const testRetrieval = endpoint({
  method: 'POST',
  path: '/knowledge/v1/retrieval',
  requires: {},
  summary: 'What a question finds in sources of knowledge.',
  body: z.strictObject({
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)),
    language,
    knowledge_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(agentKnowledgeAtMost)),
    agent_id: z.optional(z.uuid()),
  }),
  response: z.object({ by_meaning: z.boolean(), items: z.array(retrievedPassage) }),
});
