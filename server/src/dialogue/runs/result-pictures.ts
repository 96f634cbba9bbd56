import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type { LanguageModel, Question, Turn } from '../../platform/language-models/language-model.ts';
import type { Picture } from '../../platform/language-models/picture.ts';
import { tokensAPicture } from '../../platform/language-models/tokens.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { CallRow } from '../tools/calls.ts';
import type { ResultContent } from '../tools/kinds/tool-source.ts';
import { picturesOf } from '../tools/told-calls.ts';
import { PictureRoom, picturesAtMost, readPicture } from './pictures.ts';

/** The share of a prompt that pictures in results may take. */
const shareOfPictures = 0.25;

/** The pictures in the results of one answer, for a model with vision; others are told of them in words. */
export class ResultPictures {
  readonly #model: LanguageModel;
  readonly #storage: Storage;
  readonly #byCall = new Map<string, readonly Picture[]>();
  readonly #atMost: number;

  constructor(model: LanguageModel, storage: Storage) {
    this.#model = model;
    this.#storage = storage;
    const fitting = Math.floor((assumedTokensToSend(model.context_length) * shareOfPictures) / tokensAPicture);
    this.#atMost = model.sees_images ? Math.min(picturesAtMost, fitting) : 0;
  }

  /** Reads the pictures of calls that were made before this process wrote the answer. */
  async read(rows: readonly CallRow[]): Promise<void> {
    let left = this.#atMost;
    for (const row of rows.toReversed()) {
      const pictures: Picture[] = [];
      for (const { media_type: mediaType, storage_key: storageKey } of picturesOf(row).slice(0, left)) {
        const picture = await readPicture(this.#storage, { mediaType, storageKey: storageKey ?? '' });
        if (picture !== null) pictures.push(picture);
      }
      left -= pictures.length;
      if (pictures.length > 0) this.#byCall.set(row.id, pictures);
    }
  }

  /** Remembers the pictures of a call, whether they were kept or not. */
  add(callId: string, contents: readonly ResultContent[]): void {
    if (!this.#model.sees_images) return;
    const pictures = contents.flatMap((content) =>
      content.type === 'image' && content.isUntold !== true
        ? [{ mediaType: content.mediaType, bytes: content.bytes }]
        : [],
    );
    if (pictures.length > 0) this.#byCall.set(callId, pictures);
  }

  /**
   * Returns what fits into a request: the pictures of the prompt, then those of the newest results, by call, then those
   * of earlier turns.
   */
  within(
    question: Question,
    rows: readonly CallRow[],
  ): { readonly question: Question; readonly seen: ReadonlyMap<string, readonly Picture[]> } {
    if (this.#byCall.size === 0) return { question, seen: this.#byCall };
    const room = new PictureRoom();
    const [prompt, ...earlier] = question.turns.toReversed();
    const turns = prompt === undefined ? [] : [withinRoom(prompt, room)];
    const seen = new Map<string, readonly Picture[]>();
    let left = this.#atMost;
    for (const { id } of rows.toReversed()) {
      const pictures = room.take((this.#byCall.get(id) ?? []).slice(0, left));
      left -= pictures.length;
      if (pictures.length > 0) seen.set(id, pictures);
    }
    turns.push(...earlier.map((turn) => withinRoom(turn, room)));
    return { question: { ...question, turns: turns.reverse() }, seen };
  }
}

function withinRoom({ images = [], exchanges, ...turn }: Turn, room: PictureRoom): Turn {
  const shown = room.take(images);
  const kept = exchanges
    ?.toReversed()
    .map(({ said, calls }) => ({
      said,
      calls: calls
        .toReversed()
        .map(({ images: ofCall = [], ...call }) => {
          const fitting = room.take(ofCall);
          return fitting.length === 0 ? call : { ...call, images: fitting };
        })
        .reverse(),
    }))
    .reverse();
  return {
    ...turn,
    ...(shown.length === 0 ? {} : { images: shown }),
    ...(kept === undefined ? {} : { exchanges: kept }),
  };
}
