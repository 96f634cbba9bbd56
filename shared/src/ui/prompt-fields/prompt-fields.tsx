/// <reference path="../css.d.ts" />
import { useId } from 'react';
import type { PromptValues } from '../../contract/agents/fill-prompt.ts';
import type { Language } from '../../contract/values/language.ts';
import {
  type PromptTemplateDefinition,
  type PromptVariable,
  textRead,
  variableValueMaxLength,
} from '../../contract/agents/prompt-template.ts';
import { endonyms, languages, useTranslation } from '@parlance/shared/i18n';
import { PeopleField } from '../controls/people-field.tsx';
import { type ControlProps, Field } from '../fields/field.tsx';
import styles from './prompt-fields.module.css';

export type PromptFaults = { readonly missing: readonly string[]; readonly invalid: readonly string[] };

type Props = {
  readonly definition: Pick<PromptTemplateDefinition, 'variables'>;
  /** The language of the field names, independent of the language of the page. */
  readonly language: Language;
  readonly values: PromptValues;
  readonly change: (name: string, value: readonly string[]) => void;
  /** The faults, once they are to be shown. */
  readonly faults?: PromptFaults | undefined;
  /** Receives the file itself, if it is sent anywhere; its name is the value. */
  readonly chooseFile?: (name: string, file: File | null) => void;
};

/** The form of a prompt template: a field for each variable, by its kind. */
export function PromptFields({ definition, language, values, change, faults, chooseFile }: Props) {
  return definition.variables.map((variable) => (
    <VariableField
      key={variable.name}
      variable={variable}
      language={language}
      value={values[variable.name] ?? []}
      change={(value) => change(variable.name, value)}
      fault={faultOf(variable.name, faults)}
      chooseFile={(file) => chooseFile?.(variable.name, file)}
    />
  ));
}

function faultOf(name: string, faults: PromptFaults | undefined) {
  if (faults?.missing.includes(name) === true) return { key: 'shared:ui.promptFields.missing' };
  return faults?.invalid.includes(name) === true ? { key: 'shared:ui.promptFields.invalid' } : undefined;
}

type OneField = {
  readonly variable: PromptVariable;
  readonly language: Language;
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
  readonly fault: { readonly key: string } | undefined;
  readonly chooseFile: (file: File | null) => void;
};

function VariableField(props: OneField) {
  const { variable, language, value, fault } = props;
  const label = textRead(variable.label, language) || variable.name;
  const help = textRead(variable.help, language);
  if (variable.kind === 'multi-select' || variable.kind === 'member')
    return <GroupField {...props} label={label} help={help} />;
  return (
    <Field
      label={label}
      {...(help === '' ? {} : { hint: help })}
      fault={fault}
      isOptional={!variable.is_required && value.length === 0}
    >
      {(control) => <Control {...props} control={control} />}
    </Field>
  );
}

/** A single control, as for most kinds. */
function Control({
  variable: { kind, options, is_required: required },
  language,
  value: [value = ''],
  change,
  chooseFile,
  control,
}: OneField & { readonly control: ControlProps }) {
  const { t } = useTranslation('shared');
  const set = (next: string) => change(next === '' ? [] : [next]);
  const common = { ...control, required };
  if (kind === 'long-text')
    return (
      <textarea
        {...common}
        rows={4}
        value={value}
        maxLength={variableValueMaxLength}
        onChange={({ target }) => set(target.value)}
      />
    );
  if (kind === 'select' || kind === 'language') {
    const choices =
      kind === 'language'
        ? languages.map((tag) => [tag, endonyms[tag]] as const)
        : options.map((option) => [option.value, textRead(option.label, language) || option.value] as const);
    return (
      <select {...common} value={value} onChange={({ target }) => set(target.value)}>
        <option value="">{t('ui.promptFields.choose')}</option>
        {choices.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'file') {
    const choose = (file: File | null) => {
      chooseFile(file);
      set(file?.name ?? '');
    };
    return (
      <input
        {...common}
        type="file"
        className={styles.file}
        onChange={({ target }) => choose(target.files?.[0] ?? null)}
      />
    );
  }
  const type = kind === 'number' || kind === 'date' ? kind : 'text';
  return (
    <input
      {...common}
      type={type}
      {...(kind === 'number' ? { step: 'any' } : {})}
      value={value}
      maxLength={variableValueMaxLength}
      autoComplete="off"
      onChange={({ target }) => set(target.value)}
    />
  );
}

/** A group of controls under one name. */
function GroupField({
  variable,
  language,
  value,
  change,
  fault,
  label,
  help,
}: OneField & { readonly label: string; readonly help: string }) {
  const { t } = useTranslation('shared');
  const id = useId();
  const toggle = (key: string) =>
    change(
      variable.options
        .map((option) => option.value)
        .filter((it) => (it === key ? !value.includes(it) : value.includes(it))),
    );
  return (
    <fieldset className={`field ${styles.group}`} aria-describedby={`${id}-help`}>
      <legend>
        {label}
        {!variable.is_required && value.length === 0 && <span className="field-optional"> {t('fields.optional')}</span>}
      </legend>
      {variable.kind === 'member' ? (
        <PeopleField
          people={value.map((name) => ({ id: name, name }))}
          change={(people) => change(people.slice(-1).map(({ name }) => name))}
        />
      ) : (
        variable.options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
            {textRead(option.label, language) || option.value}
          </label>
        ))
      )}
      <div className="field-fault" role="alert">
        {fault !== undefined && t(fault.key)}
      </div>
      <div id={`${id}-help`} className="field-hint">
        {help}
      </div>
    </fieldset>
  );
}
