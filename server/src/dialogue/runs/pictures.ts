import { buffer } from 'node:stream/consumers';
import type { LanguageModel, Picture, Question } from '../../platform/language-models/language-model.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ReadQuestion } from './question.ts';

/** The limits of images in a request, about those of providers. */
export const picturesAtMost = 10;
const bytesAtMost = 30_000_000;

/**
 * Adds the images of a question's turns, for a model with vision; the newest if there are too many. Call it outside of
 * a transaction: it reads files.
 */
export async function withPictures(
  { question, pictures }: ReadQuestion,
  model: LanguageModel,
  storage: Storage,
): Promise<Omit<Question, 'signal'>> {
  if (!model.sees_images || pictures.length === 0) return question;
  const byTurn = new Map<number, Picture[]>();
  let room = bytesAtMost;
  for (const { turn, mediaType, storageKey } of pictures.slice(0, picturesAtMost)) {
    const content = await storage.get(storageKey);
    // The file was deleted in between.
    if (content === null) continue;
    const bytes = await buffer(content);
    room -= bytes.length;
    if (room < 0) break;
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), { mediaType, bytes }]);
  }
  return {
    ...question,
    turns: question.turns.map((turn, at) => (byTurn.has(at) ? { ...turn, images: byTurn.get(at) ?? [] } : turn)),
  };
}
