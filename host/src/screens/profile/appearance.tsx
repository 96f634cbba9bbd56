import { useTranslation } from '@parlance/shared/i18n';
import { LanguageChoice, ThemeChoice } from '../../shell/choices.tsx';
import styles from './profile.module.css';
import { Section } from './section.tsx';

/** How the product looks and speaks here. */
export function Appearance() {
  const { t } = useTranslation('host');
  return (
    <Section title={t('profile.appearance')} note={t('profile.appearanceNote')}>
      <div className={styles.choices}>
        <LanguageChoice />
        <ThemeChoice />
      </div>
    </Section>
  );
}
