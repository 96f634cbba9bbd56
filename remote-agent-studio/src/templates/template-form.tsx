import { useRef } from 'react';
import {
  commandMaxLength,
  templateCategoryMaxLength,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { Language } from '@parlance/shared/contract/values/language';
import {
  systemVariables,
  templateBodyMaxLength,
  templateDescriptionMaxLength,
  templateTitleMaxLength,
} from '@parlance/shared/contract/agents/prompt-template';
import { endonyms, languages, useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { type FoundFault, isNamed, type TemplateDraft, withoutVariable, withText, withVariable } from './draft.ts';
import styles from './templates.module.css';
import { VariableEditor } from './variable-editor.tsx';

type Props = {
  readonly draft: TemplateDraft;
  readonly change: (draft: TemplateDraft) => void;
  /** The language of the texts being edited. */
  readonly language: Language;
  readonly choose: (language: Language) => void;
  /** The faults that keep it from being saved, once somebody has tried. */
  readonly faults: readonly FoundFault[];
};

/** The form of a template: its texts, one language at a time, its variables, and its search data. */
export function TemplateForm({ draft, change, language, choose, faults }: Props) {
  const { t } = useTranslation('agent-studio');
  const { definition } = draft;
  const faultOf = (code: FoundFault['code']) => {
    const found = faults.find((fault) => fault.code === code);
    return found === undefined
      ? undefined
      : { key: `agent-studio:promptTemplateForm.faults.${code}`, values: { name: found.name } };
  };
  return (
    <>
      <Field label={t('promptTemplateForm.language')} hint={t('promptTemplateForm.languageHint')}>
        {(control) => (
          <select
            {...control}
            value={language}
            onChange={({ target }) => choose(languages.find((tag) => tag === target.value) ?? language)}
          >
            {languages.map((tag) => (
              <option key={tag} value={tag}>
                {definition.body[tag] === undefined ? endonyms[tag] : `${endonyms[tag]} ✓`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('promptTemplateForm.title')}
        fault={faultOf('title_missing')}
        value={definition.title[language] ?? ''}
        maxLength={templateTitleMaxLength}
        onType={(text) => change(withText(draft, 'title', language, text))}
      />
      <TextField
        label={t('promptTemplateForm.description')}
        isOptional
        value={definition.description[language] ?? ''}
        maxLength={templateDescriptionMaxLength}
        onType={(text) => change(withText(draft, 'description', language, text))}
      />
      <Body
        draft={draft}
        change={change}
        language={language}
        fault={faultOf('body_missing') ?? faultOf('unknown_variable')}
      />
      {definition.variables.length > 0 && (
        <section className={styles.variables} aria-label={t('promptTemplateForm.variables')}>
          <h2>{t('promptTemplateForm.variables')}</h2>
          {definition.variables.map((variable) => (
            <VariableEditor
              key={variable.name}
              variable={variable}
              language={language}
              change={(next) => change(withVariable(draft, next))}
              remove={
                isNamed(definition, variable.name) ? undefined : () => change(withoutVariable(draft, variable.name))
              }
            />
          ))}
        </section>
      )}
      <TextField
        label={t('promptTemplateForm.command')}
        hint={t('promptTemplateForm.commandHint')}
        fault={faultOf('command_invalid') ?? faultOf('command_taken')}
        isOptional
        value={draft.command}
        maxLength={commandMaxLength}
        autoComplete="off"
        onType={(command) => change({ ...draft, command })}
      />
      <TextField
        label={t('promptTemplateForm.category')}
        isOptional
        value={draft.category}
        maxLength={templateCategoryMaxLength}
        onType={(category) => change({ ...draft, category })}
      />
      <TextField
        label={t('promptTemplateForm.tags')}
        hint={t('promptTemplateForm.tagsHint')}
        fault={faultOf('tags_invalid')}
        isOptional
        value={draft.tags}
        onType={(tags) => change({ ...draft, tags })}
      />
    </>
  );
}

type BodyProps = Pick<Props, 'draft' | 'change' | 'language'> & {
  readonly fault: { readonly key: string } | undefined;
};

/** Edits the prompt, with the system variables to be inserted at the cursor. */
function Body({ draft, change, language, fault }: BodyProps) {
  const { t } = useTranslation('agent-studio');
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft.definition.body[language] ?? '';
  function insert(name: string): void {
    const [from, to] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length];
    change(withText(draft, 'body', language, `${text.slice(0, from)}{{${name}}}${text.slice(to)}`));
    field.current?.focus();
  }
  return (
    <>
      <Field
        label={t('promptTemplateForm.body')}
        hint={t('promptTemplateForm.bodyHint', { example: '{{customer}}' })}
        fault={fault}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            required
            rows={10}
            lang={language}
            value={text}
            maxLength={templateBodyMaxLength}
            onChange={({ target }) => change(withText(draft, 'body', language, target.value))}
          />
        )}
      </Field>
      <div className={styles.inserts} role="group" aria-label={t('promptTemplateForm.insert')}>
        <span>{t('promptTemplateForm.insert')}</span>
        {systemVariables.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.insert}
            onClick={() => insert(name)}
          >{`{{${name}}}`}</button>
        ))}
      </div>
    </>
  );
}
