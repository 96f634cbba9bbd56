import type { changeManagedFiles } from '@parlance/shared/contract/api/file-manager';
import type { Output } from '@parlance/shared/contract/endpoint';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, type useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { doneTo } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';

type Translate = ReturnType<typeof useTranslation<'file-manager'>>['t'];
type Changing = Promise<Output<typeof changeManagedFiles>>;
type Action = 'moved' | 'handedOver' | 'refreshed' | 'restored';
type NamedItem = { readonly id: string; readonly name: string };

/**
 * Reports the number of changed files, and the reasons of the failures. Never throws: a failed request is reported as
 * well.
 */
export const tellOutcome = (t: Translate, changing: Changing, done: Action): Promise<void> =>
  toldOf(t, changing, (ids) =>
    snackbar(t(`file-manager:done.${done}`, { number: formatNumber(currentLanguage(), ids.length) }), { tone: 'good' }),
  );

/** Reports which of the files were deleted, and offers to restore those. */
export const toldDeleted = (
  t: Translate,
  changing: Changing,
  files: readonly NamedItem[],
  bringBack: (ids: readonly string[]) => void,
): Promise<void> =>
  toldOf(t, changing, (ids) => {
    const names = files.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    snackbar(
      doneTo('delete', names, (what) => t('file-manager:done.deleted', { what })),
      { tone: 'good', action: { label: t('file-manager:deleting.undo'), run: () => bringBack(ids) } },
    );
  });

async function toldOf(t: Translate, changing: Changing, tell: (ids: readonly string[]) => void): Promise<void> {
  try {
    const result = await changing;
    for (const code of new Set(result.failed.map((it) => it.code))) {
      snackbar(
        t('file-manager:notDone', {
          number: formatNumber(currentLanguage(), result.failed.filter((it) => it.code === code).length),
          reason: t(`shared:errors.${code}`),
        }),
        { tone: 'warn' },
      );
    }
    if (result.done.length > 0) tell(result.done);
  } catch (failure) {
    snackbar(t(failureKey(failure)), { tone: 'bad' });
  }
}
