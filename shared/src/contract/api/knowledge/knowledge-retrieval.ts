import * as z from '@parlance/shared/contract/schema';
import { agentKnowledgeAtMost } from '../../agents/agent-definition.ts';
import { endpoint } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { filePassage } from '../files.ts';

/** A passage that a question finds, and why. */
export const retrievedPassage = z.object({
  source_id: z.uuid(),
  source_name: z.string(),
  file_id: z.uuid(),
  ...filePassage.shape,
  /** Orders them; says nothing by itself. */
  score: z.number(),
  /** 0 to 1: how much of the question the passage holds. */
  coverage: z.number(),
  /** Where words of the question stand in `content`, in order: from and to in UTF-16 code units. */
  marks: z.array(z.object({ from: z.number(), to: z.number() })),
  /** 0 to 1: how near it is in meaning; null where it was not found by its meaning. */
  nearness: z.nullable(z.number()),
  /** It would stand in the prompt. */
  is_given: z.boolean(),
});
export type RetrievedPassage = z.infer<typeof retrievedPassage>;

/**
 * What a question finds in sources, best first. Each must be one that the caller may read, or one of the agent that
 * `agent_id` names, where the caller may read it; anything else is not_found. `by_meaning` says whether a model
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
