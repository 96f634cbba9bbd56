import type { changeManagedFiles } from '@parlance/shared/contract/api/file-manager';
import type { Output } from '@parlance/shared/contract/endpoint';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, type useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { snackbar, type NoticeAction } from '@parlance/shared/ui/toasts';

type Translate = ReturnType<typeof useTranslation<'file-manager'>>['t'];
export type Done = 'moved' | 'handedOver' | 'refreshed' | 'deleted' | 'restored';

/** Says with how many files something was done, and why not with the others. Never throws: a failure is said as well. */
export async function told(t: Translate, changing: Promise<Output<typeof changeManagedFiles>>, done: Done, actionFor?: (ids: readonly string[]) => NoticeAction): Promise<void> {
  const number = (value: number) => formatNumber(currentLanguage(), value);
  try {
    const result = await changing;
    for (const code of new Set(result.failed.map((it) => it.code))) {
      snackbar(t('file-manager:notDone', { number: number(result.failed.filter((it) => it.code === code).length), reason: t(`shared:errors.${code}`) }), { tone: 'warn' });
    }
    if (result.done.length > 0) snackbar(t(`file-manager:done.${done}`, { number: number(result.done.length) }), { tone: 'good', ...(actionFor === undefined ? {} : { action: actionFor(result.done) }) });
  } catch (failure) {
    snackbar(t(failureKey(failure)), { tone: 'bad' });
  }
}
