import type { FastifyBaseLogger } from 'fastify';
import { searchByMeaning } from '../../library/embeddings/meaning-search.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { LanguageModel, Question, Source } from '../../platform/language-models/language-model.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { withPictures } from './pictures.ts';
import { type ReadQuestion, sourcesOf } from './question.ts';

type Dependencies = { db: Database; models: Catalog; storage: Storage; log: FastifyBaseLogger };
type Completing = { organizationId: string; memberId: string; model: LanguageModel; signal: AbortSignal };

/** Completes a question with what is outside of the database: its images, and hits by meaning if a provider answers. */
export async function completeQuestion(
  deps: Dependencies,
  read: ReadQuestion,
  completing: Completing,
): Promise<Omit<Question, 'signal'>> {
  const question = await withPictures(read, completing.model, deps.storage);
  const found = await foundByMeaning(deps, read, completing);
  return found === null ? question : { ...question, sources: sourcesOf(read.begun, found) };
}

/** Searches by meaning; null if words alone decide: for the model that quotes, and without any file. */
async function foundByMeaning(
  { db, models, log }: Dependencies,
  { question, search, found }: ReadQuestion,
  { organizationId, memberId, model, signal }: Completing,
): Promise<Source[] | null> {
  const { embedder } = models;
  if (embedder === null || model.kind === 'embedded' || question.fileNames.length === 0) return null;
  try {
    return await searchByMeaning({ db, embedder, organizationId, memberId, signal }, search, found);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'passages were searched by their words alone');
    return null;
  }
}
