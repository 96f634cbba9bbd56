import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import { NameChange } from './name.tsx';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import { useProfile } from './use-profile.ts';

/** The organisation's data about the person (specification §3), and the name, which they may change. */
export function About() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  if (profile === null) return null;
  const missing = (text: string) => <span className={styles.missing}>{text}</span>;
  const given = (text: string | null) => (text === null || text === '' ? missing(t('profile.notGiven')) : text);
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('profile.name'), given(profile.username)],
    [t('profile.role'), given(profile.role)],
    [t('profile.organization'), given(profile.organization)],
    [t('profile.teams'), profile.teams.length === 0 ? missing(t('profile.noTeams')) : <Teams names={profile.teams} />],
  ];
  return (
    <Section title={t('profile.about')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <NameChange />
    </Section>
  );
}

function Teams({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={styles.teams}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
