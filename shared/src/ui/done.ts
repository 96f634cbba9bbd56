import { currentLanguage, i18n } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

/** What can be done to things of a list and taken back again. */
export type Doable = 'enable' | 'disable' | 'archive' | 'unarchive' | 'delete' | 'undelete';

/** Characters of a name that a notice has room for. */
const nameMaxLength = 60;

/** A name as a notice has it: a long one is cut between two characters as they are read. */
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

/** Says what was done and to what, so that “Undo” beside it says what it undoes. */
export const doneToOne = (action: Doable, name: string): string =>
  i18n.t(`shared:ui.done.${action}`, { name: inNotice(name) });

/** The same of several: the first is named and the others are counted, and `several` makes a sentence of that. */
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
