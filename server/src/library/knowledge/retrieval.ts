import type { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import type { Output } from '@parlance/shared/contract/endpoint';
import type { Language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { comparesAll, fuseRankings, searchNear } from '../embeddings/meaning-search.ts';
import { type PassageQuery, rankPassages, sourcesAtMost } from '../files/passage-search.ts';
import { knowledgeOfAgent } from './agents.ts';
import { marksIn } from './marks.ts';
import { type Who, filesOf, usableKnowledge } from './visible.ts';

/** Passages of one answer: those that would be given, and some that were not good enough. */
const shownAtMost = 20;

type Test = { question: string; language: Language; knowledge_ids: readonly string[]; agent_id?: string | undefined };

/**
 * Searches for a question exactly as an answer would. Throws not_found if one of the sources does not exist for the
 * caller.
 */
export async function tryRetrieval(
  app: FastifyInstance,
  who: Who,
  { question, language, knowledge_ids, agent_id }: Test,
  signal: AbortSignal,
): Promise<Output<typeof testRetrieval>> {
  const { db } = app;
  const { asked, byWords } = await db.asTenant(who.organizationId, async (trx) => {
    const held = agent_id === undefined ? [] : await knowledgeOfAgent(trx, who, agent_id);
    const usable = await usableKnowledge(trx, who, { ids: knowledge_ids, held });
    if (usable.length < knowledge_ids.length) throw new ApiError('not_found');
    const searched: PassageQuery = {
      botId: null,
      fileIds: await filesOf(trx, usable),
      question: question.toWellFormed(),
      language,
    };
    return { asked: searched, byWords: await rankPassages(trx, searched) };
  });
  const near = await nearIn(app, who, asked, signal);
  const found = (near === null ? byWords : fuseRankings(byWords, near.sources)).slice(0, shownAtMost);
  const names = await db.asTenant(who.organizationId, (trx) => sourcesOfFiles(trx, found));
  return {
    by_meaning: near?.isOfAll === true,
    items: found.flatMap((source, at) => itemOf(source, at, { question, byWords, near: near?.sources ?? null, names })),
  };
}

/** What was found by meaning, and whether among all passages: of too many, some are found by their words alone. */
type Near = { readonly sources: Source[]; readonly isOfAll: boolean };

/** Searches by meaning; null if words alone decide: no model makes vectors, or it returns none now. */
async function nearIn(
  app: FastifyInstance,
  { organizationId, memberId }: Who,
  asked: PassageQuery,
  signal: AbortSignal,
): Promise<Near | null> {
  const { embedder } = app.models;
  if (embedder === null) return null;
  try {
    const sources = await searchNear({ db: app.db, embedder, organizationId, memberId, signal }, asked);
    return { sources, isOfAll: await app.db.asTenant(organizationId, (trx) => comparesAll(trx, asked, embedder)) };
  } catch (error) {
    signal.throwIfAborted();
    app.log.warn({ err: error }, 'a retrieval was tried by its words alone');
    return null;
  }
}

type Names = ReadonlyMap<string, { id: string; name: string }>;

async function sourcesOfFiles(trx: Trx, found: readonly Source[]): Promise<Names> {
  const fileIds = [...new Set(found.map(({ citation }) => citation.file_id))];
  if (fileIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('knowledge_sources')
    .where('file_id', 'in', fileIds)
    .select(['id', 'name', 'file_id'])
    .execute();
  return new Map(rows.flatMap(({ id, name, file_id }) => (file_id === null ? [] : [[file_id, { id, name }] as const])));
}

type RankedSources = { question: string; byWords: readonly Source[]; near: readonly Source[] | null; names: Names };

function itemOf(
  { citation, score }: Source,
  at: number,
  { question, byWords, near, names }: RankedSources,
): Output<typeof testRetrieval>['items'] {
  const { file_id, position, heading, page, passage } = citation;
  // Deleted for good in the moment between.
  const source = names.get(file_id);
  if (source === undefined) return [];
  const same = (list: readonly Source[]) =>
    list.find((other) => other.citation.file_id === file_id && other.citation.position === position);
  return [
    {
      source_id: source.id,
      source_name: source.name,
      file_id,
      position,
      heading,
      page,
      content: passage,
      score,
      coverage: same(byWords)?.coverage ?? 0,
      marks: marksIn(passage, question),
      nearness: same(near ?? [])?.score ?? null,
      is_given: at < sourcesAtMost,
    },
  ];
}
