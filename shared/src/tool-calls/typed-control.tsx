import { useTranslation } from '@parlance/shared/i18n';
import { elicitationTextMaxLength, type ElicitationField } from '../contract/api/tools/elicitations.ts';
import { chosenIn, type Entry } from './entries.ts';
import styles from './elicitations.module.css';

/** The attributes that describe a control, and by which it is found if it is at fault. */
export type ControlDescription = { readonly 'aria-describedby': string | undefined; readonly 'data-faulty'?: true };

type Props = {
  readonly field: ElicitationField;
  readonly entry: Entry | undefined;
  readonly enter: (entry: Entry) => void;
  readonly control: ControlDescription & {
    readonly id: string;
    readonly name: string;
    readonly required: boolean;
    readonly 'aria-invalid': boolean;
  };
};

/** A text is long, and gets several lines, if it may have more characters than this. */
const shortTextMaxLength = 200;
const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

/** The control of a field with a single value: a line, several lines, a number, a time, or a list to choose from. */
export function TypedControl({ field, entry, enter, control }: Props) {
  const { t } = useTranslation('tool-calls');
  if (field.type === 'choice') {
    const [chosen = ''] = chosenIn(entry);
    return (
      <select
        {...control}
        value={chosen}
        onChange={({ target }) => enter(target.value === '' ? [] : [Number(target.value)])}
      >
        <option value="">{t('shared:ui.promptFields.choose')}</option>
        {field.options.map(({ title }, at) => (
          <option key={at} value={at}>
            {title}
          </option>
        ))}
      </select>
    );
  }
  const value = typeof entry === 'string' ? entry : '';
  if (field.type === 'number')
    return (
      <input
        {...control}
        type="number"
        step="any"
        inputMode={field.is_integer ? 'numeric' : 'decimal'}
        value={value}
        autoComplete="off"
        onChange={({ target }) => enter(target.value)}
      />
    );
  const { format, max_length: longest = Infinity } = field.type === 'text' ? field : {};
  const text = {
    ...control,
    value,
    maxLength: elicitationTextMaxLength,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => enter(target.value),
  };
  return format === undefined && longest > shortTextMaxLength ? (
    <textarea {...text} className={styles.growing} rows={1} dir="auto" />
  ) : (
    <input {...text} type={format === undefined ? 'text' : inputTypes[format]} />
  );
}
