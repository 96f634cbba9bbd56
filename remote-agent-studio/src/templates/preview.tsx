import { useState } from 'react';
import { dayOf, defaultValues, fillPrompt, type PromptValues } from '@parlance/shared/contract/agents/fill-prompt';
import type { Language } from '@parlance/shared/contract/values/language';
import { languageRead, type PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { PromptFields } from '@parlance/shared/ui/prompt-fields';
import styles from './templates.module.css';

/** The form as members see it, and the resulting prompt, updated with every key press. */
export function Preview({
  definition,
  language,
}: {
  readonly definition: PromptTemplateDefinition;
  readonly language: Language;
}) {
  const { t } = useTranslation('agent-studio');
  const profile = useSession((session) => session.profile);
  const [entered, enter] = useState<PromptValues>({});
  // oxlint-disable-next-line react/purity -- a form that is open at midnight goes on with the day that begins
  const system = { date: dayOf(new Date()), user: profile?.username ?? '', team: profile?.teams.join(', ') ?? '' };
  const values = { ...defaultValues(definition, language, system), ...entered };
  const { text, isTooLong } = fillPrompt({ definition, language, values, system });
  return (
    <aside className={styles.preview} aria-label={t('promptTemplateForm.preview')}>
      <h2>{t('promptTemplateForm.preview')}</h2>
      <PromptFields
        definition={definition}
        language={language}
        values={values}
        change={(name, value) => enter({ ...entered, [name]: value })}
      />
      <pre className={styles.filled} lang={languageRead(definition.body, language)}>
        {text === '' ? t('promptTemplateForm.previewEmpty') : text}
      </pre>
      {isTooLong && <p role="status">{t('promptTemplateForm.tooLong')}</p>}
    </aside>
  );
}
