import { useState } from 'react';
import type { RuleScope } from '@parlance/shared/contract/api/governance/rule';
import { useTranslation } from '@parlance/shared/i18n';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './governance-rule.module.css';
import { useScopes, type NamedItem } from './use-scopes.ts';

type Props = { readonly scope: RuleScope; readonly onChange: (scope: RuleScope) => void };

/** The people and bots of the rule. Without a choice it applies to everybody and to every bot. */
export function ScopeFields({ scope, onChange }: Props) {
  const { t } = useTranslation('admin');
  const { teams, bots } = useScopes();
  // Removing the last choice must not collapse it under one's hand.
  const [isOpen] = useState(scope.team_ids.length + scope.bot_ids.length > 0);
  return (
    <details className={styles.scope} open={isOpen}>
      <summary>{t('governance.scope.title')}</summary>
      <p className={styles.note}>{t('governance.scope.hint')}</p>
      <Choices
        label={t('governance.scope.teams')}
        state={teams}
        chosen={scope.team_ids}
        onChange={(team_ids) => onChange({ ...scope, team_ids })}
      />
      <Choices
        label={t('governance.scope.bots')}
        state={bots}
        chosen={scope.bot_ids}
        onChange={(bot_ids) => onChange({ ...scope, bot_ids })}
      />
    </details>
  );
}

type ChoicesProps = {
  readonly label: string;
  readonly state: ReturnType<typeof useScopes>['teams'];
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
};

function Choices({ label, state, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation('admin');
  if (state.status === 'loading') return <LoadingState />;
  if (state.status === 'failed') return <ErrorState error={state.failure} onRetry={state.retry} />;
  // The person removes deleted or hidden entries by hand, because a rule that loses its last team would apply to
  // everybody.
  const unknown = chosen
    .filter((id) => state.data.every((it) => it.id !== id))
    .map((id): NamedItem => ({ id, name: t('governance.scope.unknown') }));
  const all = [...state.data, ...unknown];
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {all.length === 0 && <p className={styles.note}>{t('governance.scope.none')}</p>}
      {all.map(({ id, name }) => (
        <label key={id} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((it) => it !== id))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
