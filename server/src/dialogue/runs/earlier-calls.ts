import type { Trx } from '../../platform/db/database.ts';
import type { Turn } from '../../platform/language-models/language-model.ts';
import type { Exchange } from '../../platform/language-models/tool-calling.ts';
import { exchangesOf, findCallsOfAnswers } from '../tools/calls.ts';

/**
 * Characters of what all calls of earlier turns were sent and gave back together, and of what one did: enough for a
 * question that follows.
 */
const callsMaxLength = 30_000;
const resultMaxLength = 4_000;
const argumentsMaxLength = 1_000;
/** Told to a model in place of what it is not told again. */
const cutOff = '\n[cut off here]';
const leftOut = '[no longer here: call again where it is needed]';

type IdentifiedTurn = Turn & { readonly id: string };

/** Turns of the dialogue with what was called for them; of what was long ago the model is told only that it was. */
export async function withEarlierCalls(trx: Trx, turns: readonly IdentifiedTurn[]): Promise<Turn[]> {
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
        // A call whose arguments are not JSON is one without any: what is cut is none.
        const sent = call.arguments.length > Math.min(argumentsMaxLength, Math.max(room, 0)) ? '{}' : call.arguments;
        room -= result.length + sent.length;
        return { ...call, arguments: sent, result };
      })
      .reverse(),
  });
  const told = turns.toReversed().map(({ id, author, content }): Turn => {
    const rows = found.get(id) ?? [];
    if (rows.length === 0) return { author, content };
    const exchanges = exchangesOf(rows, content, 0).toReversed().map(bounded).reverse();
    return { author, content: content.slice(rows.at(-1)?.offset ?? 0).trimStart(), exchanges };
  });
  return told.reverse();
}

function cut(result: string, room: number): string {
  const most = Math.min(resultMaxLength, room);
  if (result.length <= most) return result;
  return most < resultMaxLength ? leftOut : result.slice(0, most).toWellFormed() + cutOff;
}
