import { useState } from 'react';
import { formField, formFieldsAtMost, type FormField, type Trigger } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import styles from './automation-editor.module.css';
import { blankField, moved, nameOf, replaced, withoutRow } from './draft.ts';
import { FormPreview } from './form-preview.tsx';
import { CopyLine } from './secret-once.tsx';
import type { FaultAt } from './step.tsx';
import type { Editing } from './use-automation.ts';

type FormTrigger = Extract<Trigger, { kind: 'form' }>;
type Props = {
  readonly trigger: FormTrigger;
  readonly editing: Editing;
  readonly fault: FaultAt;
  readonly change: (trigger: FormTrigger) => void;
};

const kinds = formField.shape.kind.options;
const [titleMaxLength, descriptionMaxLength, thanksMaxLength] = [100, 2_000, 500];

/** Edits the fields of a form, with a preview and its link. */
export default function FormEditor({ trigger, editing, fault, change }: Props) {
  const { t } = useTranslation('agent-automation');
  const { fields } = trigger;
  const keys = useRowKeys(fields);
  const set = (next: FormField[]) => change({ ...trigger, fields: next });
  return (
    <div className={styles.form}>
      <TextField
        label={t('form.title')}
        value={trigger.title}
        maxLength={titleMaxLength}
        fault={fault('trigger.title')}
        onType={(title) => change({ ...trigger, title })}
      />
      <TextField
        label={t('form.description')}
        isLong
        isOptional
        value={trigger.description}
        maxLength={descriptionMaxLength}
        onType={(description) => change({ ...trigger, description })}
      />
      <ol className={styles.actions} aria-label={t('form.fields')}>
        {fields.map((field, at) => (
          <FieldCard
            key={keys[at]}
            field={field}
            at={at}
            count={fields.length}
            fault={(part) => fault(`trigger.fields.${at}.${part}`)}
            change={(next) => set(replaced(fields, at, next))}
            rename={(label) =>
              set(
                replaced(fields, at, {
                  ...field,
                  label,
                  ...(isNamedByLabel(field, fields) ? { name: nameOf(label, withoutRow(fields, at)) } : {}),
                }),
              )
            }
            move={(to) => set(moved(fields, at, to))}
            remove={() => set(withoutRow(fields, at))}
          />
        ))}
      </ol>
      {fault('trigger.fields') !== undefined && (
        <p className="field-fault" role="alert">
          {t('faults.fields')}
        </p>
      )}
      {fields.length < formFieldsAtMost && (
        <div>
          <button type="button" className="button" onClick={() => set([...fields, blankField(fields)])}>
            {t('form.add')}
          </button>
        </div>
      )}
      <TextField
        label={t('form.thanks')}
        hint={t('form.thanksHint')}
        isOptional
        value={trigger.thanks}
        maxLength={thanksMaxLength}
        onType={(thanks) => change({ ...trigger, thanks })}
      />
      <details>
        <summary>{t('form.preview')}</summary>
        <FormPreview trigger={trigger} />
      </details>
      <FormLink editing={editing} />
    </div>
  );
}

/** Says whether the name still follows the label, because nobody has changed it. */
const isNamedByLabel = (field: FormField, fields: readonly FormField[]): boolean => {
  const others = fields.filter((other) => other !== field);
  return field.name === nameOf(field.label, others) || field.label === '';
};

type Card = {
  readonly field: FormField;
  readonly at: number;
  readonly count: number;
  readonly fault: FaultAt;
  readonly change: (field: FormField) => void;
  readonly rename: (label: string) => void;
  readonly move: (to: number) => void;
  readonly remove: () => void;
};

function FieldCard({ field, at, count, fault, change, rename, move, remove }: Card) {
  const { t } = useTranslation('agent-automation');
  const optionsOf = useKinds(field.kind, field.options);
  const as = (kind: FormField['kind']) => change({ ...field, kind, options: optionsOf(kind, () => []) });
  const what = field.label === '' ? t('form.field', { number: at + 1 }) : field.label;
  return (
    <li className={styles.action} aria-label={what}>
      <div className={styles.pair}>
        <TextField
          label={t('form.label')}
          value={field.label}
          maxLength={titleMaxLength}
          fault={fault('label')}
          onType={rename}
        />
        <Field label={t('form.kind')}>
          {(control) => (
            <select
              {...control}
              value={field.kind}
              onChange={({ target }) => as(kinds.find((it) => it === target.value) ?? 'text')}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`form.kinds.${kind}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {field.kind === 'select' && <Options field={field} fault={fault} change={change} />}
      <details>
        <summary>
          {t('form.placeName')} <code>{`{{${field.name}}}`}</code>
        </summary>
        <TextField
          label={t('form.name')}
          hint={t('form.nameHint')}
          value={field.name}
          fault={fault('name')}
          maxLength={40}
          onType={(name) => change({ ...field, name })}
        />
      </details>
      <div className={styles.under}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={field.is_required}
            onChange={({ target }) => change({ ...field, is_required: target.checked })}
          />
          {t('form.required')}
        </label>
        <button
          type="button"
          className="button-link"
          aria-label={t('actions.up', { what })}
          disabled={at === 0}
          onClick={() => move(at - 1)}
        >
          {t('form.up')}
        </button>
        <button
          type="button"
          className="button-link"
          aria-label={t('actions.down', { what })}
          disabled={at === count - 1}
          onClick={() => move(at + 1)}
        >
          {t('form.down')}
        </button>
        {count > 1 && (
          <button type="button" className="button-link" aria-label={t('actions.remove', { what })} onClick={remove}>
            {t('remove')}
          </button>
        )}
      </div>
    </li>
  );
}

const optionsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/**
 * Edits the options, one per line. Keeps the text as typed, because an unfinished line is no option yet, as long as it
 * matches the field.
 */
function Options({ field, fault, change }: Pick<Card, 'field' | 'fault' | 'change'>) {
  const { t } = useTranslation('agent-automation');
  const [typed, type] = useState('');
  const isTyped = optionsIn(typed).join('\n') === field.options.join('\n');
  return (
    <TextField
      label={t('form.options')}
      hint={t('form.optionsHint')}
      isLong
      value={isTyped ? typed : field.options.join('\n')}
      fault={fault('options')}
      onType={(text) => {
        type(text);
        change({ ...field, options: optionsIn(text) });
      }}
    />
  );
}

function FormLink({ editing: { saved, renewLink } }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-automation');
  const [isAsked, ask] = useState(false);
  if (saved === null || saved.form_url === null) return <p className={styles.note}>{t('form.later')}</p>;
  return (
    <div className={styles.secret}>
      <CopyLine label={t('form.link')} value={saved.form_url} />
      <p className={styles.note}>{saved.state === 'active' ? t('form.linkNote') : t('form.linkPaused')}</p>
      {isAsked ? (
        <div className={styles.adds}>
          <p>{t('form.renewText')}</p>
          <button type="button" className="button" onClick={() => void renewLink().then(() => ask(false))}>
            {t('form.renew')}
          </button>
          <button type="button" className="button" onClick={() => ask(false)}>
            {t('cancel')}
          </button>
        </div>
      ) : (
        <button type="button" className="button-link" onClick={() => ask(true)}>
          {t('form.renew')}
        </button>
      )}
    </div>
  );
}
