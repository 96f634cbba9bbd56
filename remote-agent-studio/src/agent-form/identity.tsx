import { useState } from 'react';
import {
  agentDescriptionMaxLength,
  agentGreetingMaxLength,
  agentNameMaxLength,
  agentStarterMaxLength,
  agentStartersAtMost,
} from '@parlance/shared/contract/agents/agent-definition';
import { botCategory } from '@parlance/shared/contract/agents/bot-summary';
import { currentLanguage, endonyms, languages, useTranslation, type Language } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { categoryNames } from '../agents/agent-names.ts';
import styles from './agent-form.module.css';
import type { FormProps } from './agent-form.tsx';
import { linesOf, withStarters, withText } from './texts.ts';

/** The identity of an agent; each text shown to people has one version per language. */
export function Identity({ value, onChange }: Pick<FormProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('agent-studio');
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const has = (it: Language) =>
    value.name[it] !== undefined ||
    value.description[it] !== undefined ||
    value.greeting[it] !== undefined ||
    value.starters[it] !== undefined;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('agentForm.identity.avatar')}
          value={value.avatar}
          maxLength={16}
          onType={(avatar) => avatar !== '' && onChange({ avatar })}
        />
        <Field label={t('agentForm.identity.category')}>
          {(control) => (
            <select
              {...control}
              value={value.category}
              onChange={({ target }) =>
                onChange({ category: botCategory.options.find((it) => it === target.value) ?? 'general' })
              }
            >
              {Object.entries(categoryNames(t)).map(([category, name]) => (
                <option key={category} value={category}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={t('agentForm.identity.language')} hint={t('agentForm.identity.languageHint')}>
        {(control) => (
          <select
            {...control}
            value={language}
            onChange={({ target }) => setLanguage(languages.find((it) => it === target.value) ?? language)}
          >
            {languages.map((it) => (
              <option key={it} value={it} lang={it}>
                {has(it) ? `✓ ${endonyms[it]}` : endonyms[it]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('agentForm.identity.name')}
        value={value.name[language] ?? ''}
        maxLength={agentNameMaxLength}
        isOptional={Object.keys(value.name).length > 0}
        onType={(text) => onChange({ name: withText(value.name, language, text) })}
      />
      <TextField
        label={t('agentForm.identity.description')}
        isOptional
        value={value.description[language] ?? ''}
        maxLength={agentDescriptionMaxLength}
        onType={(text) => onChange({ description: withText(value.description, language, text) })}
      />
      <TextField
        label={t('agentForm.identity.greeting')}
        isOptional
        isLong
        value={value.greeting[language] ?? ''}
        maxLength={agentGreetingMaxLength}
        onType={(text) => onChange({ greeting: withText(value.greeting, language, text) })}
      />
      <TextField
        label={t('agentForm.identity.starters')}
        hint={t('agentForm.identity.startersHint', { number: agentStartersAtMost })}
        isOptional
        isLong
        value={linesOf(value.starters[language])}
        maxLength={agentStarterMaxLength * agentStartersAtMost}
        onType={(lines) => onChange({ starters: withStarters(value.starters, language, lines) })}
      />
    </>
  );
}
