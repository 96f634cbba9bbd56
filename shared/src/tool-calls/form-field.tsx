import { useId } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { ElicitationFault } from '../contract/api/tools/elicitation-faults.ts';
import type { ElicitationField } from '../contract/api/tools/elicitations.ts';
import '../ui/fields/fields.css';
import styles from './elicitations.module.css';
import type { Entry } from './entries.ts';
import { faultText } from './fault-texts.ts';
import { OptionList } from './option-list.tsx';
import { TypedControl, type ControlDescription } from './typed-control.tsx';

type Props = {
  readonly field: ElicitationField;
  /** The name of its control, or of its radio buttons, within the form. */
  readonly controlName: string;
  readonly entry: Entry | undefined;
  readonly fault: ElicitationFault | undefined;
  readonly enter: (entry: Entry) => void;
};

/** The most options that are shown as radio buttons. */
const radiosAtMost = 5;

/** A field of an elicitation, by its type, with what its server says of it. */
export function FormField({ field, controlName, entry, fault, enter }: Props) {
  const { t } = useTranslation('tool-calls');
  const id = useId();
  const describing = [
    ...(field.description === '' ? [] : [`${id}-description`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  const description: ControlDescription = {
    'aria-describedby': describing.length === 0 ? undefined : describing.join(' '),
    ...(fault === undefined ? {} : { 'data-faulty': true }),
  };
  const isGroup = field.type === 'choices' || (field.type === 'choice' && field.options.length <= radiosAtMost);
  const label = (
    <>
      <span dir="auto">{field.title}</span>
      {!field.is_required && <span className="field-optional"> {t('shared:fields.optional')}</span>}
    </>
  );
  const help = field.description !== '' && (
    <div id={`${id}-description`} className={`field-hint ${styles.description}`} dir="auto">
      {field.description}
    </div>
  );
  const said = (
    <div id={`${id}-fault`} className="field-fault" role="alert">
      {fault !== undefined && faultText(field, fault, t)}
    </div>
  );
  if (isGroup)
    return (
      <fieldset className={`field ${styles.group}`} aria-describedby={description['aria-describedby']}>
        <legend>{label}</legend>
        {help}
        <OptionList field={field} controlName={controlName} entry={entry} description={description} enter={enter} />
        {said}
      </fieldset>
    );
  if (field.type === 'boolean')
    return (
      <div className="field">
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={entry === true}
            aria-invalid={fault !== undefined}
            {...description}
            onChange={({ target }) => enter(target.checked)}
          />
          <span>{label}</span>
        </label>
        {help}
        {said}
      </div>
    );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {help}
      <TypedControl
        field={field}
        entry={entry}
        enter={enter}
        control={{
          ...description,
          id,
          name: controlName,
          required: field.is_required,
          'aria-invalid': fault !== undefined,
        }}
      />
      {said}
    </div>
  );
}
