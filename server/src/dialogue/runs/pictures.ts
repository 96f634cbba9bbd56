import { buffer } from 'node:stream/consumers';
import type { BranchFile } from '../../library/attachments/branch-files.ts';
import type { LanguageModel, Question, Turn } from '../../platform/language-models/language-model.ts';
import type { Picture } from '../../platform/language-models/picture.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { CallPicture } from './earlier-calls.ts';
import type { ReadQuestion } from './question.ts';

/** The limits of images in a request, about those of providers. */
export const picturesAtMost = 10;
const bytesAtMost = 30_000_000;

/** A picture in the storage: of the prompt of a turn, or in the result of one of its calls. */
export type StoredPicture = {
  readonly turn: number;
  readonly mediaType: string;
  readonly storageKey: string;
  readonly place?: Pick<CallPicture, 'exchange' | 'call'>;
};

/** Returns the pictures of prompts and those in results of calls, those of the newest turn first. */
export function storedPictures(
  attached: readonly BranchFile[],
  turns: readonly { readonly pictures: readonly CallPicture[] }[],
  turnIds: readonly string[],
): StoredPicture[] {
  const ofPrompts = attached
    .filter(({ kind }) => kind === 'image')
    .map(({ message_id, media_type: mediaType, storage_key: storageKey }) => ({
      turn: turnIds.indexOf(message_id),
      mediaType,
      storageKey,
    }))
    .filter(({ turn }) => turn >= 0);
  const ofCalls = turns.flatMap(({ pictures }, turn) =>
    pictures.map(({ mediaType, storageKey, ...place }) => ({ turn, mediaType, storageKey, place })),
  );
  return [...ofPrompts, ...ofCalls].sort((one, other) => other.turn - one.turn);
}

/** The room for images in a request. */
export class PictureRoom {
  #left = picturesAtMost;
  #bytes = bytesAtMost;

  /** Takes as many of these as fit, from the first one on. */
  take<T extends Picture>(pictures: readonly T[]): T[] {
    const taken: T[] = [];
    for (const picture of pictures) {
      this.#bytes -= picture.bytes.length;
      if (this.#left === 0 || this.#bytes < 0) {
        this.#left = 0;
        break;
      }
      this.#left -= 1;
      taken.push(picture);
    }
    return taken;
  }
}

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
  const room = new PictureRoom();
  const shown: (StoredPicture & Picture)[] = [];
  for (const picture of pictures.slice(0, picturesAtMost)) {
    const read = await readPicture(storage, picture);
    // The file was deleted in between.
    if (read === null) continue;
    const fitting = room.take([{ ...picture, ...read }]);
    if (fitting.length === 0) break;
    shown.push(...fitting);
  }
  return {
    ...question,
    turns: question.turns.map((turn, at) =>
      withShown(
        turn,
        shown.filter((picture) => picture.turn === at),
      ),
    ),
  };
}

/** Reads a picture; null if it is gone. */
export async function readPicture(
  storage: Storage,
  { mediaType, storageKey }: Pick<StoredPicture, 'mediaType' | 'storageKey'>,
): Promise<Picture | null> {
  const content = await storage.get(storageKey);
  return content === null ? null : { mediaType, bytes: await buffer(content) };
}

const pictureOf = ({ mediaType, bytes }: Picture): Picture => ({ mediaType, bytes });

function withShown(turn: Turn, pictures: readonly (StoredPicture & Picture)[]): Turn {
  const ofPrompt = pictures.filter(({ place }) => place === undefined).map(pictureOf);
  const ofCall = (exchange: number, call: number) =>
    pictures.filter(({ place }) => place?.exchange === exchange && place.call === call).map(pictureOf);
  return {
    ...turn,
    ...(ofPrompt.length === 0 ? {} : { images: ofPrompt }),
    ...(turn.exchanges === undefined || ofPrompt.length === pictures.length
      ? {}
      : {
          exchanges: turn.exchanges.map(({ said, calls }, exchange) => ({
            said,
            calls: calls.map((call, at) => {
              const images = ofCall(exchange, at);
              return images.length === 0 ? call : { ...call, images };
            }),
          })),
        }),
  };
}
