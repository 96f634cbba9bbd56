/** A value some of whose lists are still to come, item by item. */
export type StreamedValue<T> = T extends readonly (infer Item)[]
  ? T | AsyncIterable<StreamedValue<Item>>
  : T extends object
    ? { readonly [Name in keyof T]: StreamedValue<T[Name]> }
    : T;

/** Characters that are sent at once. */
const pieceLength = 32_768;

/** The JSON of a value, piece by piece: together they are what JSON.stringify would write if all of it were there. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = '';
  for await (const token of tokensOf(value)) {
    piece += token;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

async function* tokensOf(value: unknown): AsyncGenerator<string> {
  if (isStream(value)) {
    let before = '[';
    for await (const item of value) {
      yield before;
      yield* tokensOf(item);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (hasStream(value)) {
    let before = '{';
    for (const [name, property] of Object.entries(value)) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* tokensOf(property);
      before = ',';
    }
    yield '}';
  } else yield JSON.stringify(value);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
/** Streams stand in objects and among the items of other streams. */
const hasStream = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).some((it) => isStream(it) || hasStream(it));
