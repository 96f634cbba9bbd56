import { useTranslation } from '@parlance/shared/i18n';
import type { ElicitationField } from '../contract/api/tools/elicitations.ts';
import styles from './elicitations.module.css';
import { chosenIn, type Entry } from './entries.ts';
import type { ControlDescription } from './typed-control.tsx';

type Props = {
  readonly field: Extract<ElicitationField, { type: 'choice' | 'choices' }>;
  readonly controlName: string;
  readonly entry: Entry | undefined;
  readonly description: ControlDescription;
  readonly enter: (entry: Entry) => void;
};

/** The most options that stand there without scrolling. */
const shownAtMost = 20;

/** Options to tick: one, or none where the field is optional; or any number of them. */
export function OptionList({ field, controlName, entry, description, enter }: Props) {
  const { t } = useTranslation('tool-calls');
  const chosen = chosenIn(entry);
  const isOne = field.type === 'choice';
  const toggle = (at: number) => enter(chosen.includes(at) ? chosen.filter((it) => it !== at) : [...chosen, at]);
  return (
    <div className={field.options.length > shownAtMost ? styles.scrolled : undefined}>
      {field.options.map(({ title }, at) => (
        <label key={at} className={styles.box}>
          <input
            type={isOne ? 'radio' : 'checkbox'}
            name={isOne ? controlName : undefined}
            required={isOne && field.is_required}
            checked={chosen.includes(at)}
            {...description}
            onChange={() => (isOne ? enter([at]) : toggle(at))}
          />
          <span dir="auto">{title}</span>
        </label>
      ))}
      {isOne && !field.is_required && (
        <label className={styles.box}>
          <input type="radio" name={controlName} checked={chosen.length === 0} onChange={() => enter([])} />
          <span>{t('elicitation.none')}</span>
        </label>
      )}
    </div>
  );
}
