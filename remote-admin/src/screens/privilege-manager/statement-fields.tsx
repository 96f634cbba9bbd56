import type { Nameable } from '@parlance/shared/contract/api/privileges/privileges';
import { planFeatures } from '@parlance/shared/contract/access/access';
import {
  idsAtMost,
  kindsWithoutIds,
  limitNames,
  privilegeActions,
  privilegeKinds,
  type PrivilegeAction,
  type PrivilegeKind,
  type Statement,
} from '@parlance/shared/contract/access/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { NamesField } from '@parlance/shared/ui/names-field';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import { toolOrName, useWords } from './in-words.ts';
import styles from './privilege-manager.module.css';
import { findNameable, namedKinds, type NamedKind, type Names } from './use-set.ts';

type Props = {
  readonly number: number;
  readonly statement: Statement;
  readonly names: Names;
  /** True if it is incomplete, after an attempt to save. */
  readonly isLacking: boolean;
  /** Changes the statement. `found` are the things named for the first time. */
  readonly change: (statement: Statement, found?: readonly Nameable[]) => void;
  readonly remove: () => void;
};

/** Returns the initial statement of another kind. */
function startOf(effect: Statement['effect'], kind: PrivilegeKind): Statement {
  const start = { effect, kind, actions: [privilegeActions[kind][0]], ids: [], at_most: null };
  if (kind === 'limit') return { ...start, scope: 'these', ids: ['agents'], at_most: 0 };
  return { ...start, scope: kind === 'feature' ? 'these' : 'all' };
}
const actionsOf = (kind: PrivilegeKind): readonly PrivilegeAction[] => privilegeActions[kind];
export const isNamed = (kind: PrivilegeKind): kind is NamedKind => namedKinds.some((it) => it === kind);

/** Edits one statement: its sentence, and its parts. */
export function StatementFields({ number, statement, names, isLacking, change, remove }: Props) {
  const { t } = useTranslation('admin');
  const words = useWords();
  const { effect, kind, actions, scope, ids } = statement;
  const possible = actionsOf(kind);
  const ofKind = useKinds(kind, statement);
  const inScope = useKinds(`${kind} ${scope === 'all' ? 'all' : 'some'}`, ids);
  return (
    <fieldset className={styles.statement} data-effect={effect}>
      <legend>{t('privileges.statement.number', { number })}</legend>
      <p className={styles.sentence}>
        {actions.length === 0 ? t('privileges.statement.lacking') : words.statement(statement, names)}
      </p>
      <div className={styles.row}>
        <Choice
          label={t('privileges.statement.effect')}
          values={['allow', 'deny']}
          value={effect}
          nameOf={(it) => t(`privileges.effects.${it}`)}
          choose={(it) => change({ ...statement, effect: it })}
        />
        <Choice
          label={t('privileges.statement.kind')}
          values={privilegeKinds}
          value={kind}
          nameOf={(it) => t(`privileges.kinds.${it}`)}
          choose={(it) => change({ ...ofKind(it, () => startOf(effect, it)), effect })}
        />
        {!kindsWithoutIds.includes(kind) && kind !== 'limit' && (
          <Choice
            label={t('privileges.statement.scope')}
            values={['all', 'these', 'except']}
            value={scope}
            nameOf={(it) => t(`privileges.scopes.${it}`)}
            choose={(it) =>
              change({ ...statement, scope: it, ids: inScope(`${kind} ${it === 'all' ? 'all' : 'some'}`, () => []) })
            }
          />
        )}
      </div>
      {possible.length > 1 && (
        <Ticks
          label={t('privileges.statement.actions')}
          all={possible}
          chosen={actions}
          nameOf={(it) => t(`privileges.actions.${it}`)}
          change={(chosen) => change({ ...statement, actions: chosen })}
        />
      )}
      <Things statement={statement} names={names} change={change} />
      <div role="alert" className={styles.fault}>
        {isLacking && t('privileges.statement.incomplete')}
      </div>
      <button
        type="button"
        className="button-link"
        aria-label={t('privileges.statement.removeOf', { number })}
        onClick={remove}
      >
        {t('privileges.statement.remove')}
      </button>
    </fieldset>
  );
}

/** Chooses the things of the statement. */
function Things({ statement, names, change }: Pick<Props, 'statement' | 'names' | 'change'>) {
  const { t } = useTranslation('admin');
  const words = useWords();
  const { kind, scope, ids, at_most: atMost } = statement;
  if (scope === 'all') return null;
  const label = t(`privileges.kinds.${kind}`);
  const nameOf = (id: string) => words.thing(kind, id, names);
  if (kind === 'feature')
    return (
      <Ticks
        label={label}
        all={planFeatures}
        chosen={ids}
        nameOf={nameOf}
        change={(chosen) => change({ ...statement, ids: chosen })}
      />
    );
  if (kind === 'limit') {
    return (
      <>
        <Ticks
          label={label}
          all={limitNames}
          chosen={ids}
          nameOf={nameOf}
          change={(chosen) => change({ ...statement, ids: chosen })}
        />
        <label className={styles.labelled}>
          {t('privileges.statement.atMost')}
          <input
            type="number"
            min={0}
            step={1}
            required
            value={atMost ?? ''}
            onChange={({ target }) =>
              change({
                ...statement,
                at_most: target.value === '' ? null : Math.max(0, Math.round(target.valueAsNumber)),
              })
            }
          />
        </label>
      </>
    );
  }
  if (!isNamed(kind)) return null;
  return (
    <NamesField
      key={kind}
      label={label}
      chosenLabel={t('privileges.statement.chosen')}
      hint={t('privileges.find.hint')}
      nothing={(search) => t('privileges.find.nothing', { search })}
      atMost={idsAtMost}
      chosen={ids.map((id) => ({ id, name: nameOf(id) }))}
      change={(chosen) =>
        change(
          { ...statement, ids: chosen.map(({ id }) => id) },
          chosen.filter(({ id }) => !names.has(id)),
        )
      }
      find={async (q, signal) =>
        (await findNameable(kind, q, signal)).map(({ id, name }) => ({ id, name: toolOrName(t, kind, name) }))
      }
    />
  );
}

type ChoiceProps<Of extends string> = {
  readonly label: string;
  readonly values: readonly Of[];
  readonly value: Of;
  readonly nameOf: (value: Of) => string;
  readonly choose: (value: Of) => void;
};

/** A single choice. */
export function Choice<Of extends string>({ label, values, value, nameOf, choose }: ChoiceProps<Of>) {
  return (
    <label className={styles.labelled}>
      {label}
      <select value={value} onChange={({ target }) => choose(values.find((it) => it === target.value) ?? value)}>
        {values.map((it) => (
          <option key={it} value={it}>
            {nameOf(it)}
          </option>
        ))}
      </select>
    </label>
  );
}

type TicksProps<Of extends string> = {
  readonly label: string;
  readonly all: readonly Of[];
  readonly chosen: readonly string[];
  readonly nameOf: (one: Of) => string;
  readonly change: (chosen: Of[]) => void;
};

/** A multiple choice. */
function Ticks<Of extends string>({ label, all, chosen, nameOf, change }: TicksProps<Of>) {
  return (
    <fieldset className={styles.ticks}>
      <legend>{label}</legend>
      {all.map((one) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => change(all.filter((it) => (it === one ? target.checked : chosen.includes(it))))}
          />
          {nameOf(one)}
        </label>
      ))}
    </fieldset>
  );
}
