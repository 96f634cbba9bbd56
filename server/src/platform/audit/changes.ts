import { isDeepStrictEqual } from 'node:util';

/** What a field may hold in the log: settings, names and numbers, never what people write. */
export type RecordedValue = string | number | boolean | null | readonly string[];
export type Fields = Readonly<Record<string, RecordedValue | undefined>>;
/** Field → what it was and what it is; null where there was, or is, none. */
export type Changes = Readonly<Record<string, readonly [before: RecordedValue, after: RecordedValue]>>;

/** Longer texts are cut: the log says what changed, it keeps no copy. */
const textMaxLength = 500;
export const listMaxLength = 100;

/**
 * The fields that are not the same before and after. Throws where a name says that it holds what never stands in a log.
 */
export function changesOf(before: Fields, after: Fields): Changes {
  const changed: Record<string, readonly [RecordedValue, RecordedValue]> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (secretField.test(field))
      throw new Error(
        `“${field}” is the name of something secret, which the audit log never holds. Record that it changed, not what it was.`,
      );
    const [was, is] = [cut(before[field] ?? null), cut(after[field] ?? null)];
    if (!isDeepStrictEqual(was, is)) changed[field] = [was, is];
  }
  return changed;
}

const secretField =
  /(^|_)(passwords?|secrets?|tokens?|hash|cookies?|csrf\w*|code|prompts?|messages?|content|instructions)$/;

function cut(value: RecordedValue): RecordedValue {
  if (typeof value === 'string') return cutText(value);
  return Array.isArray(value) ? value.slice(0, listMaxLength).map(cutText) : value;
}

const cutText = (text: string) =>
  (text.length > textMaxLength ? `${text.slice(0, textMaxLength - 1)}…` : text).toWellFormed();
