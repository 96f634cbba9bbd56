import type { AskedCall, CallExtras } from './tool-calling.ts';

/** A piece of a call. The first has a name, all have some of the arguments; the rest differs by provider. */
export type CallPiece = {
  /** The index of the call in the answer, as its provider states it; null if it does not. */
  readonly index: number | null;
  /** The index among the pieces that arrived together, from 0. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Fields of the call that its provider wants back with its result. */
  readonly extras?: Extras;
};

type Extras = Readonly<Record<string, unknown>>;
type CallInPieces = { id: string; name: string; arguments: string; extras?: Extras };

/**
 * Assembles the calls of one answer from their pieces. A piece with a name begins a call, unless it repeats the head of
 * one under way; any other continues the call with its id, with its index, or else the last one.
 */
export class AskedCalls {
  readonly #calls: CallInPieces[] = [];
  readonly #byIndex = new Map<number, CallInPieces>();
  readonly #byId = new Map<string, CallInPieces>();
  /** The pieces that arrived together last: those that follow may carry nothing but their order. */
  #together: CallInPieces[] = [];
  /** The number of characters in all names and arguments. */
  length = 0;

  /** Adds the pieces of one event. */
  add(pieces: readonly CallPiece[]): void {
    const together: CallInPieces[] = [];
    for (const piece of pieces) {
      if (this.#isRepetition(piece)) continue;
      const call = this.#callOf(piece, pieces.length > 1);
      if (piece.index !== null) this.#byIndex.set(piece.index, call);
      if (piece.id !== '') this.#byId.set(piece.id, call);
      if (call.id === '') call.id = piece.id;
      if (call.name === '') call.name = piece.name;
      call.arguments += piece.arguments;
      if (piece.extras !== undefined) call.extras = { ...call.extras, ...piece.extras };
      this.length += piece.name.length + piece.arguments.length;
      together.push(call);
    }
    if (together.length > 0) this.#together = together;
  }

  /** True for a complete call that is sent again at the end: it must not be made twice. */
  #isRepetition({ id, index, name, arguments: text }: CallPiece): boolean {
    const known = id === '' ? undefined : this.#byId.get(id);
    if (known === undefined || name !== known.name || text.trim() === '' || text !== known.arguments) return false;
    return index === null || this.#byIndex.get(index) === known;
  }

  #callOf(piece: CallPiece, isOneOfSeveral: boolean): CallInPieces {
    const known = this.#known(piece, isOneOfSeveral);
    return known !== undefined && !isAnother(piece, known) ? known : this.#begin();
  }

  /** Returns the call that a piece would continue. */
  #known({ id, index, place, name }: CallPiece, isOneOfSeveral: boolean): CallInPieces | undefined {
    const byIndex = index === null ? undefined : this.#byIndex.get(index);
    if (id !== '') {
      const byId = this.#byId.get(id);
      if (byId !== undefined) return byId;
      // A new id with a name is a new call, and so is one of which nothing was heard. Some give each piece an id of its
      // own.
      return byIndex !== undefined && (name === '' || byIndex.id === '') ? byIndex : undefined;
    }
    if (index !== null) return byIndex ?? (name === '' ? this.#calls.at(-1) : undefined);
    if (!isOneOfSeveral) return this.#calls.at(-1);
    return name === '' ? this.#together[place] : undefined;
  }

  #begin(): CallInPieces {
    const call = { id: '', name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  /** The arguments of all calls, as far as they have arrived. */
  get text(): string {
    return this.#calls.map((call) => call.arguments).join('');
  }

  /**
   * Returns the calls, each with an id of its own, and with empty arguments if it had none. The extras are what came
   * with the message that requests them, and the model it came from.
   */
  whole({ from, message }: CallExtras): readonly AskedCall[] {
    const ids = new Set<string>();
    return this.#calls.map(({ id, name, arguments: text, extras }, at) => {
      const own = id === '' || ids.has(id) ? `call-${at + 1}` : id;
      ids.add(own);
      const asked = { id: own, name, arguments: /^\s*(?:null)?\s*$/.test(text) ? '{}' : text };
      const came = {
        ...(at === 0 && message !== undefined ? { message } : {}),
        ...(extras === undefined ? {} : { call: extras }),
      };
      return Object.keys(came).length === 0 ? asked : { ...asked, extras: { from, ...came } };
    });
  }
}

/** True for a piece with a name that does not repeat the head of a call under way. */
function isAnother({ name, arguments: text }: CallPiece, known: CallInPieces): boolean {
  if (name === '' || known.name === '') return false;
  return name !== known.name || (text.trim() !== '' && isWhole(known.arguments));
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
