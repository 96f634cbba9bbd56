import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { knowledgeKind } from './knowledge.ts';

/** Days deleted knowledge can be restored. */
export const knowledgeKeptDays = 30;

/** A deleted source that can still be restored. */
export const deletedKnowledge = z.object({
  id: z.uuid(),
  kind: knowledgeKind,
  name: z.string(),
  /** The folder it lay in; null if it lay in none, or if that was deleted as well. */
  folder: z.nullable(z.string()),
  /** The contents of a folder, restored with it. */
  items: z.number(),
  owner: z.nullable(colleague),
  /** Agents that still name it, which get it back when it is restored. */
  used_by: z.array(z.object({ id: z.uuid(), name: z.string() })),
  deleted_at: z.iso.datetime(),
  /** The time it is purged. */
  gone_at: z.iso.datetime(),
});
export type DeletedKnowledge = z.infer<typeof deletedKnowledge>;

/** Lists what the caller may restore, last deleted first. Contents of a deleted folder are restored with the folder. */
export const listDeletedKnowledge = endpoint({
  method: 'GET',
  path: '/knowledge/v1/deleted',
  requires: {},
  summary: 'Deleted sources of knowledge that the caller may bring back.',
  query: pageQuery,
  response: pageOf(deletedKnowledge),
});
