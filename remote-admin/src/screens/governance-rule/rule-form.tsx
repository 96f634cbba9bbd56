import { useState } from 'react';
import {
  conditionsAtMost,
  misfitOf,
  ruleActions,
  ruleMessageMaxLength,
  ruleNameMaxLength,
  tellsPeople,
  type Condition,
  type RuleDefinition,
} from '@parlance/shared/contract/api/governance/rule';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, FormEnd, TextField, type Fault } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { useRowKeys } from '@parlance/shared/ui/row-keys';
import { ConditionFields } from './condition-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import styles from './governance-rule.module.css';
import { misfitFault } from './misfit-fault.ts';
import { PatternFaultText } from './pattern-fault.tsx';
import type { Editing } from './use-rule.ts';

/** Returns the actions that fit the target and conditions, and the chosen one. */
const mayBe = (definition: RuleDefinition) =>
  ruleActions.filter((action) => action === definition.action || misfitOf({ ...definition, action }) === null);

/**
 * Edits the conditions and the action of a rule. A chosen action that no longer fits stays, and keeps the rule from
 * being saved: a rule never does less than somebody has said.
 */
export function RuleForm({
  editing: { rule, definition, isChanged, change: onChange, save, isSending, failure },
}: {
  readonly editing: Editing;
}) {
  const { t } = useTranslation('admin');
  useLeavingAsks(isChanged && !isSending);
  const [confirms, setConfirms] = useState(false);
  const isBroad = failure instanceof ApiFailure && failure.code === 'rule_too_broad';
  const change = (more: Partial<RuleDefinition>) => onChange({ ...definition, ...more });
  const misfit = misfitOf(definition);
  const keys = useRowKeys(definition.conditions);
  const setCondition = (at: number, condition: Condition) =>
    change({ conditions: definition.conditions.map((it, place) => (place === at ? condition : it)) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (misfit !== null) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        save(confirms);
      }}
    >
      <TextField
        label={t('governance.name')}
        maxLength={ruleNameMaxLength}
        value={definition.name}
        onType={(name) => change({ name })}
      />
      <div className={styles.pair}>
        <Choice
          label={t('governance.target')}
          values={['prompt', 'answer', 'both']}
          value={definition.target}
          nameOf={(target) => t(`governance.targets.${target}`)}
          onChoose={(target) => change({ target })}
        />
        <Choice
          label={t('governance.action')}
          values={mayBe(definition)}
          value={definition.action}
          fault={misfit === null ? undefined : misfitFault(misfit)}
          nameOf={(action) => t(`governance.actions.${action}`)}
          onChoose={(action) => change({ action })}
        />
      </div>
      {tellsPeople(definition.action) && (
        <TextField
          label={t('governance.message')}
          hint={t('governance.messageHint')}
          isLong
          maxLength={ruleMessageMaxLength}
          value={definition.message}
          onType={(message) => change({ message })}
        />
      )}
      <h2>{t('governance.conditions')}</h2>
      {definition.conditions.map((condition, at) => (
        <ConditionFields
          key={keys[at]}
          condition={condition}
          number={at + 1}
          onChange={(changed) => setCondition(at, changed)}
          onRemove={
            definition.conditions.length === 1
              ? null
              : () => change({ conditions: definition.conditions.filter((_, place) => place !== at) })
          }
        />
      ))}
      {definition.conditions.length < conditionsAtMost && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() =>
              change({ conditions: [...definition.conditions, { kind: 'words', terms: [], whole_words: true }] })
            }
          >
            {t('governance.addCondition')}
          </button>
        </p>
      )}
      <ScopeFields scope={definition.scope} onChange={(scope) => change({ scope })} />
      {(isBroad || confirms) && (
        <label className={styles.tick}>
          <input type="checkbox" checked={confirms} onChange={({ target }) => setConfirms(target.checked)} />
          {t('governance.confirmReach')}
        </label>
      )}
      <FormEnd
        label={t(rule === null ? 'governance.create' : 'governance.save')}
        isSending={isSending}
        failure={failure}
      >
        {failure instanceof ApiFailure && failure.code === 'pattern_unusable' && (
          <PatternFaultText issue={failure.issues[0]} />
        )}
      </FormEnd>
    </form>
  );
}

type ChoiceProps<Of extends string> = {
  readonly label: string;
  readonly fault?: Fault | undefined;
  readonly values: readonly Of[];
  readonly value: Of;
  readonly nameOf: (value: Of) => string;
  readonly onChoose: (value: Of) => void;
};

function Choice<Of extends string>({ label, fault, values, value, nameOf, onChoose }: ChoiceProps<Of>) {
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChoose(values.find((it) => it === target.value) ?? value)}
        >
          {values.map((it) => (
            <option key={it} value={it}>
              {nameOf(it)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
