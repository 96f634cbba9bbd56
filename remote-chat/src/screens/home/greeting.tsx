import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { usePersonName } from '../../person/use-person.ts';
import { dayPartOf } from './day-part.ts';
import home from './home.module.css';

export function Greeting() {
  const { t } = useTranslation('chat');
  const [dayPart] = useState(() => dayPartOf(new Date()));
  const name = usePersonName();
  const named = {
    morning: t('home.morning', { name }),
    afternoon: t('home.afternoon', { name }),
    evening: t('home.evening', { name }),
  };
  const plain = {
    morning: t('home.morningPlain'),
    afternoon: t('home.afternoonPlain'),
    evening: t('home.eveningPlain'),
  };
  return (
    <header className={home.greeting}>
      <h1 tabIndex={-1}>{(name === null ? plain : named)[dayPart]}</h1>
      <p>{t('home.lead')}</p>
    </header>
  );
}
