import type { Language } from '@parlance/shared/contract/values/language';
import {
  optionMaxLength,
  optionsAtMost,
  type PromptVariable,
  variableHelpMaxLength,
  variableKinds,
  variableLabelMaxLength,
  variableValueMaxLength,
} from '@parlance/shared/contract/agents/prompt-template';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { PromptFields } from '@parlance/shared/ui/prompt-fields';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import { kindNames } from './kind-names.ts';
import styles from './templates.module.css';

type Props = {
  readonly variable: PromptVariable;
  readonly language: Language;
  readonly change: (variable: PromptVariable) => void;
  /** Removes the variable; absent while the prompt names it. */
  readonly remove?: (() => void) | undefined;
};

/** Edits one variable. Its name is in the prompt and is changed there. */
export function VariableEditor({ variable, language, change, remove }: Props) {
  const { t } = useTranslation('agent-studio');
  const { name, kind } = variable;
  const defaultOf = useKinds(kind, variable.default);
  const chooses = kind === 'select' || kind === 'multi-select';
  // A default belongs to one kind: a date is no option, and a file has none.
  const as = (next: PromptVariable['kind']) =>
    change({
      ...variable,
      kind: next,
      default: offered(
        variable,
        next,
        defaultOf(next, () => []),
      ),
    });
  const localized = (field: 'label' | 'help', text: string) => {
    const { [language]: _, ...others } = variable[field];
    change({ ...variable, [field]: text === '' ? others : { ...others, [language]: text } });
  };
  return (
    <details className={styles.variable}>
      <summary>
        <code>{`{{${name}}}`}</code>
        <span>{kindNames(t)[kind]}</span>
        {remove !== undefined && <em>{t('promptTemplateForm.unused')}</em>}
      </summary>
      <Field label={t('promptTemplateForm.kind')}>
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ target }) => as(variableKinds.find((it) => it === target.value) ?? 'text')}
          >
            {variableKinds.map((it) => (
              <option key={it} value={it}>
                {kindNames(t)[it]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('promptTemplateForm.label')}
        isOptional
        value={variable.label[language] ?? ''}
        maxLength={variableLabelMaxLength}
        onType={(text) => localized('label', text)}
      />
      <TextField
        label={t('promptTemplateForm.help')}
        isOptional
        value={variable.help[language] ?? ''}
        maxLength={variableHelpMaxLength}
        onType={(text) => localized('help', text)}
      />
      {chooses && <Options variable={variable} language={language} change={change} />}
      <Default variable={variable} language={language} change={change} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={variable.is_required}
          onChange={({ target }) => change({ ...variable, is_required: target.checked })}
        />
        {t('promptTemplateForm.required')}
      </label>
      {remove !== undefined && (
        <button type="button" className="button" onClick={remove}>
          {t('promptTemplateForm.removeVariable', { name })}
        </button>
      )}
    </details>
  );
}

/** Returns the valid defaults of a variable: without options that no longer exist. */
const offered = ({ options }: PromptVariable, kind: PromptVariable['kind'], values: readonly string[]): string[] =>
  kind === 'select' || kind === 'multi-select'
    ? values.filter((value) => options.some((option) => option.value === value))
    : [...values];

/** Edits the options: a value that stays, and its label in this language. */
function Options({ variable, language, change }: Omit<Props, 'remove'>) {
  const { t } = useTranslation('agent-studio');
  const { options } = variable;
  const keys = useRowKeys(options);
  type Option = PromptVariable['options'][number];
  // A default that is no option any more is dropped.
  const set = (next: readonly Option[]) =>
    change({
      ...variable,
      options: [...next],
      default: variable.default.filter((value) => next.some((option) => option.value === value)),
    });
  const replace = (at: number, option: Option) => set(options.map((other, index) => (index === at ? option : other)));
  return (
    <fieldset className={styles.options}>
      <legend>{t('promptTemplateForm.options')}</legend>
      {options.map((option, at) => (
        <div key={keys[at]} className={styles.option}>
          <input
            aria-label={t('promptTemplateForm.optionValue', { number: at + 1 })}
            value={option.value}
            maxLength={optionMaxLength}
            onChange={({ target }) => replace(at, { ...option, value: target.value })}
          />
          <input
            aria-label={t('promptTemplateForm.optionLabel', { number: at + 1 })}
            placeholder={option.value}
            value={option.label[language] ?? ''}
            maxLength={optionMaxLength}
            onChange={({ target }) => {
              const { [language]: _, ...others } = option.label;
              replace(at, { ...option, label: target.value === '' ? others : { ...others, [language]: target.value } });
            }}
          />
          <button
            type="button"
            className="button"
            aria-label={t('promptTemplateForm.removeOption', { number: at + 1 })}
            onClick={() => set(options.filter((_, index) => index !== at))}
          >
            ×
          </button>
        </div>
      ))}
      {options.length < optionsAtMost && (
        <button
          type="button"
          className="button"
          onClick={() =>
            set([...options, { value: t('promptTemplateForm.optionNamed', { number: options.length + 1 }), label: {} }])
          }
        >
          {t('promptTemplateForm.addOption')}
        </button>
      )}
    </fieldset>
  );
}

/** Edits the default: typed if it may contain a system variable, else chosen as in the form. */
function Default({ variable, language, change }: Omit<Props, 'remove'>) {
  const { t } = useTranslation('agent-studio');
  const { kind } = variable;
  const label = t('promptTemplateForm.default');
  if (kind === 'file') return null;
  if (kind === 'text' || kind === 'long-text' || kind === 'date') {
    return (
      <TextField
        label={label}
        hint={t(kind === 'date' ? 'promptTemplateForm.defaultDate' : 'promptTemplateForm.defaultText', {
          example: kind === 'date' ? '{{date}}' : '{{user}}',
        })}
        isOptional
        isLong={kind === 'long-text'}
        value={variable.default[0] ?? ''}
        maxLength={variableValueMaxLength}
        onType={(text) => change({ ...variable, default: text === '' ? [] : [text] })}
      />
    );
  }
  const asked = { ...variable, label: { [language]: label }, help: {}, is_required: false };
  return (
    <PromptFields
      definition={{ variables: [asked] }}
      language={language}
      values={{ [variable.name]: variable.default }}
      change={(_, value) => change({ ...variable, default: [...value] })}
    />
  );
}
