import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import { Section } from './section.tsx';
import { downloadOwnData } from './use-own-data.ts';

/** All that is kept about the person, for the person. */
export function OwnData() {
  const { t } = useTranslation('host');
  const [isUnderWay, setUnderWay] = useState(false);
  const download = () => {
    if (isUnderWay) return;
    setUnderWay(true);
    downloadOwnData()
      .then(
        () => snackbar(t('profile.data.done'), { tone: 'good' }),
        (error: unknown) => snackbar(t(failureKey(error)), { tone: 'bad' }),
      )
      .finally(() => setUnderWay(false));
  };
  return (
    <Section title={t('profile.data.title')} note={t('profile.data.note')}>
      <div><button type="button" className="button" aria-disabled={isUnderWay} onClick={download}>{t(isUnderWay ? 'profile.data.underWay' : 'profile.data.download')}</button></div>
    </Section>
  );
}
