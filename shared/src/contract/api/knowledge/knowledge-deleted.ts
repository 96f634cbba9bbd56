import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { knowledgeKind } from './knowledge.ts';

/** How long what was deleted can be brought back. */
export const knowledgeKeptDays = 30;

/** What was deleted and can still be brought back. */
export const deletedKnowledge = z.object({
  id: z.uuid(),
  kind: knowledgeKind,
  name: z.string(),
  /** The folder it lay in; null where it lay in none, or where that was deleted as well. */
  folder: z.nullable(z.string()),
  /** What lies in a folder and comes back with it. */
  items: z.number(),
  owner: z.nullable(colleague),
  /** Agents that still name it, which have it again when it comes back. */
  used_by: z.array(z.object({ id: z.uuid(), name: z.string() })),
  deleted_at: z.iso.datetime(),
  /** When it is gone for good. */
  gone_at: z.iso.datetime(),
});
export type DeletedKnowledge = z.infer<typeof deletedKnowledge>;

/** What the caller may bring back, deleted last first. What went with its folder comes back with that. */
export const listDeletedKnowledge = endpoint({
  method: 'GET',
  path: '/knowledge/v1/deleted',
  requires: {},
  summary: 'Deleted sources of knowledge that the caller may bring back.',
  query: pageQuery,
  response: pageOf(deletedKnowledge),
});
