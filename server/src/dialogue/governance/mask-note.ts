import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { keepHits } from './hits.ts';
import { Material } from './material.ts';
import type { Asker } from './rule-book.ts';

/** A note. `botId`: the bot it is about; null for none. `mostLength`: its maximal length. */
type Note = { readonly botId: string | null; readonly text: string; readonly mostLength: number };

/**
 * Masks a member's notes beside prompts (a title, the name of a folder, the comment of a rating) by the rules for
 * prompts: others read them too.
 */
export async function maskNote(
  { ruleBook }: Pick<FastifyInstance, 'ruleBook'>,
  trx: Trx,
  asker: Asker,
  { botId, text, mostLength }: Note,
): Promise<string> {
  const wellFormed = text.toWellFormed();
  const checker = await ruleBook.checker(trx, asker, { kind: 'prompt', botId: botId ?? '' });
  if (checker === null) return wellFormed;
  const material = new Material({ prompt: checker, answer: null });
  const masked = material.inText(wellFormed).slice(0, mostLength).toWellFormed();
  await keepHits(trx, { organizationId: asker.organizationId, kind: 'prompt', botId, runId: null }, material.found);
  return masked;
}
