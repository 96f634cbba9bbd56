import {
  detectorIds,
  patternMaxLength,
  textLanguages,
  type Condition,
  type TextLanguage,
} from '@parlance/shared/contract/api/governance/rule';
import type { Language } from '@parlance/shared/contract/values/language';
import { endonyms, useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import styles from './governance-rule.module.css';

const kinds = ['words', 'pattern', 'personal', 'length', 'language'] as const;

const blankOf: { readonly [Kind in Condition['kind']]: () => Condition } = {
  words: () => ({ kind: 'words', terms: [], whole_words: true }),
  pattern: () => ({ kind: 'pattern', pattern: '', ignore_case: true }),
  personal: () => ({ kind: 'personal', detectors: ['email'] }),
  length: () => ({ kind: 'length', more_than: 4_000 }),
  language: () => ({ kind: 'language', allowed: ['en'] }),
};

type Props = {
  readonly condition: Condition;
  readonly number: number;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: (() => void) | null;
};

/** Edits one condition of a rule. */
export function ConditionFields({ condition, number, onChange, onRemove }: Props) {
  const { t } = useTranslation('admin');
  const as = useKinds(condition.kind, condition);
  return (
    <fieldset className={styles.condition}>
      <legend>{t('governance.condition', { number })}</legend>
      <Field label={t('governance.kind')}>
        {(control) => (
          <select
            {...control}
            value={condition.kind}
            onChange={({ target }) =>
              onChange(as(kinds.find((kind) => kind === target.value) ?? 'words', (kind) => blankOf[kind]()))
            }
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`governance.kinds.${kind}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Details condition={condition} onChange={onChange} />
      {onRemove !== null && (
        <button type="button" className="button-link" onClick={onRemove}>
          {t('governance.removeCondition', { number })}
        </button>
      )}
    </fieldset>
  );
}

function Details({ condition, onChange }: Pick<Props, 'condition' | 'onChange'>) {
  const { t } = useTranslation('admin');
  switch (condition.kind) {
    case 'words':
      return (
        <>
          <TextField
            label={t('governance.terms')}
            hint={t('governance.termsHint')}
            isLong
            value={condition.terms.join('\n')}
            onType={(text) => onChange({ ...condition, terms: text === '' ? [] : text.split('\n') })}
          />
          <Tick
            label={t('governance.wholeWords')}
            isOn={condition.whole_words}
            onTick={(isOn) => onChange({ ...condition, whole_words: isOn })}
          />
        </>
      );
    case 'pattern':
      return (
        <>
          <TextField
            label={t('governance.pattern')}
            hint={t('governance.patternHint')}
            maxLength={patternMaxLength}
            value={condition.pattern}
            onType={(pattern) => onChange({ ...condition, pattern })}
          />
          <Tick
            label={t('governance.ignoreCase')}
            isOn={condition.ignore_case}
            onTick={(isOn) => onChange({ ...condition, ignore_case: isOn })}
          />
        </>
      );
    case 'personal':
      return (
        <Ticks
          label={t('governance.detectors')}
          all={detectorIds}
          chosen={condition.detectors}
          nameOf={(id) => t(`governance.detector.${id}`)}
          onChange={(detectors) => onChange({ ...condition, detectors })}
        />
      );
    case 'length':
      return (
        <Field label={t('governance.moreThan')}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={100_000}
              required
              value={condition.more_than}
              onChange={({ target }) => onChange({ ...condition, more_than: Number(target.value) })}
            />
          )}
        </Field>
      );
    case 'language':
      return (
        <Ticks
          label={t('governance.allowed')}
          all={textLanguages}
          chosen={condition.allowed}
          nameOf={nameOfLanguage}
          onChange={(allowed) => onChange({ ...condition, allowed })}
        />
      );
  }
}

/** Returns the name of a language without its region: that of the product's own variant. */
const nameOfLanguage = (language: TextLanguage): string =>
  // The cast holds: the keys of a record of languages.
  endonyms[(Object.keys(endonyms) as Language[]).find((it) => it.startsWith(language)) ?? 'en'];

function Tick({
  label,
  isOn,
  onTick,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onTick: (isOn: boolean) => void;
}) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onTick(target.checked)} />
      {label}
    </label>
  );
}

type TicksProps<Of extends string> = {
  readonly label: string;
  readonly all: readonly Of[];
  readonly chosen: readonly Of[];
  readonly nameOf: (one: Of) => string;
  readonly onChange: (chosen: Of[]) => void;
};

/** A multiple choice. */
function Ticks<Of extends string>({ label, all, chosen, nameOf, onChange }: TicksProps<Of>) {
  return (
    <div role="group" aria-label={label} className={styles.ticks}>
      {all.map((one) => (
        <Tick
          key={one}
          label={nameOf(one)}
          isOn={chosen.includes(one)}
          onTick={(isOn) => onChange(all.filter((it) => (it === one ? isOn : chosen.includes(it))))}
        />
      ))}
    </div>
  );
}
