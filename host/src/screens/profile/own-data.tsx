import { useTranslation } from '@parlance/shared/i18n';
import { usePress } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { Section } from './section.tsx';
import { downloadOwnData } from './use-own-data.ts';

/** The download of all data about the person. */
export function OwnData() {
  const { t } = useTranslation('host');
  const { press, isUnderWay } = usePress();
  const download = () =>
    press(async () => {
      await downloadOwnData();
      snackbar(t('profile.data.done'), { tone: 'good' });
      return 'again';
    });
  return (
    <Section title={t('profile.data.title')} note={t('profile.data.note')}>
      <div>
        <button type="button" className="button" aria-disabled={isUnderWay} onClick={download}>
          {t(isUnderWay ? 'profile.data.underWay' : 'profile.data.download')}
        </button>
      </div>
    </Section>
  );
}
