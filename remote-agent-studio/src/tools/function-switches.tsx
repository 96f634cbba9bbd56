import { useId } from 'react';
import type { ToolFunction } from '@parlance/shared/contract/api/tools';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './tools.module.css';

type Props = {
  readonly functions: readonly ToolFunction[];
  readonly disabled: readonly string[];
  readonly change: (disabled: readonly string[]) => void;
};

/** Switches the functions of a tool on or off for all agents. */
export function FunctionSwitches({ functions, disabled, change }: Props) {
  const { t } = useTranslation('agent-studio');
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{t('tools.switches.title')}</legend>
      <p className={styles.note}>{t('tools.switches.hint')}</p>
      <ul className={styles.functions}>
        {functions.map(({ name, description }, at) => (
          <li key={name}>
            <input
              type="checkbox"
              id={`${id}-${at}`}
              checked={!disabled.includes(name)}
              onChange={({ target }) =>
                change(target.checked ? disabled.filter((it) => it !== name) : [...disabled, name])
              }
            />
            <label htmlFor={`${id}-${at}`} className={styles.what}>
              <span className={styles.name}>{name}</span>
              {description !== '' && <span className={styles.note}>{description}</span>}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
