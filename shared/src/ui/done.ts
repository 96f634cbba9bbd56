import { currentLanguage, i18n } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

/** The undoable actions on the things of a list. */
export type Doable = 'enable' | 'disable' | 'archive' | 'unarchive' | 'delete' | 'undelete';

/** The most characters of a name in a notice. */
const nameMaxLength = 60;

/** Returns a name for a notice: a long one is cut between two graphemes. */
export function inNotice(name: string): string {
  const read = [...new Intl.Segmenter(currentLanguage()).segment(name)];
  return read.length <= nameMaxLength
    ? name
    : `${read
        .slice(0, nameMaxLength - 1)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`;
}

/** Returns the message of an action with its object, so that “Undo” beside it is unambiguous. */
export const doneToOne = (action: Doable, name: string): string =>
  i18n.t(`shared:ui.done.${action}`, { name: inNotice(name) });

/**
 * Returns the message for several things: the first is named and the others are counted, and `several` makes a sentence
 * of that.
 */
export function doneTo(
  action: Doable,
  [first = '', ...others]: readonly string[],
  several: (what: string) => string,
): string {
  if (others.length === 0) return doneToOne(action, first);
  return several(
    i18n.t('shared:ui.done.several', { name: inNotice(first), number: formatNumber(currentLanguage(), others.length) }),
  );
}
