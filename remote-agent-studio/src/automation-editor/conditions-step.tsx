import { useId } from 'react';
import { conditionOperators, conditionsAtMost, type Condition } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import styles from './automation-editor.module.css';
import { replaced, withoutRow } from './draft.ts';
import { type FaultAt, Step } from './step.tsx';

const pathMaxLength = 200;
const valueMaxLength = 500;

type Props = {
  readonly conditions: readonly Condition[];
  /** Paths of the event beside it. */
  readonly paths: readonly string[];
  /** Positions of the conditions that the event does not meet. */
  readonly unmet: readonly number[];
  readonly fault: FaultAt;
  readonly change: (conditions: Condition[]) => void;
};

/** The conditions of the automation; all of them have to be met. */
export function ConditionsStep({ conditions, paths, unmet, fault, change }: Props) {
  const { t } = useTranslation('agent-automation');
  const list = useId();
  const keys = useRowKeys(conditions);
  return (
    <Step title={t('steps.onlyIf')} about={conditions.length === 0 ? t('conditions.none') : t('conditions.all')}>
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {conditions.map((condition, at) => {
        const set = (part: Partial<Condition>) => change(replaced(conditions, at, { ...condition, ...part }));
        const takesValue = !condition.operator.endsWith('exists');
        return (
          <fieldset key={keys[at]} className={styles.condition}>
            <legend className="visually-hidden">{t('conditions.number', { number: at + 1 })}</legend>
            <Field label={t('conditions.path')} fault={fault(`conditions.${at}.path`)}>
              {(control) => (
                <input
                  {...control}
                  list={list}
                  value={condition.path}
                  maxLength={pathMaxLength}
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                  onChange={({ target }) => set({ path: target.value.trim() })}
                />
              )}
            </Field>
            <Field label={t('conditions.operator')}>
              {(control) => (
                <select
                  {...control}
                  value={condition.operator}
                  onChange={({ target }) =>
                    set({ operator: conditionOperators.find((it) => it === target.value) ?? 'equals' })
                  }
                >
                  {conditionOperators.map((it) => (
                    <option key={it} value={it}>
                      {t(`conditions.operators.${it}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {takesValue && (
              <TextField
                label={t('conditions.value')}
                value={condition.value}
                maxLength={valueMaxLength}
                onType={(value) => set({ value })}
              />
            )}
            <div className={styles.under}>
              {unmet.includes(at) && <span className={styles.warn}>{t('conditions.unmet')}</span>}
              <button
                type="button"
                className="button-link"
                aria-label={t('conditions.remove', { number: at + 1 })}
                onClick={() => change(withoutRow(conditions, at))}
              >
                {t('remove')}
              </button>
            </div>
          </fieldset>
        );
      })}
      {conditions.length < conditionsAtMost && (
        <button
          type="button"
          className="button"
          onClick={() => change([...conditions, { path: '', operator: 'equals', value: '' }])}
        >
          {t('conditions.add')}
        </button>
      )}
    </Step>
  );
}
