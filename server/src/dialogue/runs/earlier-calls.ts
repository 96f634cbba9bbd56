import type { Trx } from '../../platform/db/database.ts';
import type { Turn } from '../../platform/language-models/language-model.ts';
import type { Exchange } from '../../platform/language-models/tool-calling.ts';
import { type CallRow, findCallsOfAnswers } from '../tools/calls.ts';
import { exchangesOf, picturesOf } from '../tools/told-calls.ts';

/** The maximal length of all earlier calls' input and results, and of a single one: enough for a follow-up question. */
const callsMaxLength = 30_000;
const resultMaxLength = 4_000;
const argumentsMaxLength = 1_000;
/** The notes that replace omitted text. */
const cutOff = '\n[cut off here]';
const leftOut = '[no longer here: call again where it is needed]';

type ToldCall = Exchange['calls'][number];
type IdentifiedTurn = Turn & { readonly id: string };

/** A picture in the result of a call of a turn, by the places of exchange and call. */
export type CallPicture = {
  readonly exchange: number;
  readonly call: number;
  readonly mediaType: string;
  readonly storageKey: string;
};

/** A turn, and the pictures in the results of its calls: those of the newest call first. */
export type TurnWithCalls = { readonly turn: Turn; readonly pictures: readonly CallPicture[] };

/**
 * Adds earlier calls to the turns of the dialogue, with the newest pictures in their results; of old ones, the model is
 * only told that they were made.
 */
export async function withEarlierCalls(
  trx: Trx,
  turns: readonly IdentifiedTurn[],
  picturesAtMost: number,
): Promise<TurnWithCalls[]> {
  let picturesLeft = picturesAtMost;
  const found = await findCallsOfAnswers(
    trx,
    turns.filter(({ author }) => author === 'bot').map(({ id }) => id),
  );
  let room = callsMaxLength;
  const bounded = (exchange: Exchange): Exchange => ({
    ...exchange,
    calls: exchange.calls
      .toReversed()
      .map((call) => {
        const result = cut(call.result, room);
        // A call without valid JSON gets no arguments, and neither does a cut one.
        const sent = call.arguments.length > Math.min(argumentsMaxLength, Math.max(room, 0)) ? '{}' : call.arguments;
        room -= result.length + sent.length;
        return { ...withoutWritten(call), arguments: sent, result };
      })
      .reverse(),
  });
  const told = turns.toReversed().map(({ id, author, content }): TurnWithCalls => {
    const rows = found.get(id) ?? [];
    if (rows.length === 0) return { turn: { author, content }, pictures: [] };
    const exchanges = exchangesOf(rows, content, 0).toReversed().map(bounded).reverse();
    const pictures = picturesIn(rows, exchanges).slice(0, picturesLeft);
    picturesLeft -= pictures.length;
    return { turn: { author, content: content.slice(rows.at(-1)?.offset ?? 0).trimStart(), exchanges }, pictures };
  });
  return told.reverse();
}

/** Returns the pictures of those results that are still told. */
function picturesIn(rows: readonly CallRow[], exchanges: readonly Exchange[]): CallPicture[] {
  const steps = [...Map.groupBy(rows, ({ step }) => step).values()];
  return steps
    .flatMap((step, exchange) =>
      step.map((row, call) =>
        exchanges[exchange]?.calls[call]?.result === leftOut
          ? []
          : picturesOf(row).map(({ media_type: mediaType, storage_key: storageKey }) => ({
              ...{ exchange, call, mediaType, storageKey: storageKey ?? '' },
            })),
      ),
    )
    .reverse()
    .flat();
}

/** Leaves out what its model had written around its reasoning: later questions get the text alone. */
function withoutWritten({ extras, ...call }: ToldCall): ToldCall {
  if (extras === undefined) return call;
  const { content: _, ...message } = extras.message ?? {};
  return { ...call, extras: { ...extras, message } };
}

function cut(result: string, room: number): string {
  const most = Math.min(resultMaxLength, room);
  if (result.length <= most) return result;
  return most < resultMaxLength ? leftOut : result.slice(0, most).toWellFormed() + cutOff;
}
