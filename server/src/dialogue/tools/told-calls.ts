import type { Picture } from '../../platform/language-models/picture.ts';
import type { Exchange } from '../../platform/language-models/tool-calling.ts';
import type { CallRow } from './calls.ts';
import type { StoredContent } from './contents/repository.ts';
import { cutOffNote } from './perform.ts';

/** The text told to a model instead of a result. If nobody was there to refuse, the result says so. */
const refusal = 'The person refused this call. Do not ask for it again; answer without it.';

const noPictures: ReadonlyMap<string, readonly Picture[]> = new Map();

/**
 * Builds the exchanges of an answer so far from its calls and its text. `from`: UTF-16 code units before the first one.
 * `seen`: the pictures that the model is shown, by the id of their call.
 */
export function exchangesOf(
  rows: readonly CallRow[],
  text: string,
  from: number,
  seen: ReadonlyMap<string, readonly Picture[]> = noPictures,
): Exchange[] {
  const steps = [...new Set(rows.map(({ step }) => step))];
  let at = from;
  return steps.map((step) => {
    const ofStep = rows.filter((row) => row.step === step);
    const end = ofStep[0]?.offset ?? at;
    const said = text.slice(at, end);
    at = end;
    return {
      said,
      calls: ofStep.map((row) => ({
        id: row.provider_call_id,
        name: row.told_name,
        arguments: row.arguments,
        result: resultFor(row),
        ...(row.extras === null ? {} : { extras: row.extras }),
        ...(seen.has(row.id) ? { images: seen.get(row.id) ?? [] } : {}),
      })),
    };
  });
}

function resultFor(row: CallRow): string {
  if (row.state === 'refused') return row.result === '' ? refusal : row.result;
  const isNoticed = row.is_cut && row.told_result === null;
  return `${row.state === 'done' ? '' : 'The call failed. '}${toldResult(row)}${isNoticed ? cutOffNote : ''}`;
}

/** Returns what the model is told of a result. */
export const toldResult = ({ result, told_result: told }: Pick<CallRow, 'result' | 'told_result'>): string =>
  told ?? result;

/** Returns the pictures in the result of a call that a model may see. */
export const picturesOf = ({ contents }: CallRow): StoredContent[] =>
  contents.filter(({ type, is_untold: isUntold, storage_key: key }) => type === 'image' && !isUntold && key !== null);
