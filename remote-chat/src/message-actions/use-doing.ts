import { useState } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { isAllowanceSpent, showAllowance } from '../allowance/allowance-news.ts';

/** Runs one action at a time, and reports the reason of a failure in words. */
export function useDoing(): { readonly isDoing: boolean; readonly attempt: (act: () => Promise<void>) => void } {
  const { t } = useTranslation('chat');
  const [isDoing, setIsDoing] = useState(false);

  async function run(act: () => Promise<void>): Promise<void> {
    setIsDoing(true);
    try {
      await act();
    } catch (failure) {
      const action = isAllowanceSpent(failure) ? { action: { label: t('allowance.title'), run: showAllowance } } : {};
      snackbar(t(failureKey(failure)), { tone: 'bad', ...action });
    } finally {
      setIsDoing(false);
    }
  }
  return { isDoing, attempt: (act) => void (isDoing ? undefined : run(act)) };
}
