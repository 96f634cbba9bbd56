/// <reference path="../css.d.ts" />
import { listColleagueTeams, shareTeamsAtMost } from '../../contract/api/shares.ts';
import type { ColleagueTeam } from '../../contract/values/colleague.ts';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useEveryRow } from '@parlance/shared/loading';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import choices from '../choices.module.css';
import styles from './access-field.module.css';

/** The number of teams in one page of the list. */
const pageSize = 100;
type Props = { readonly teams: readonly ColleagueTeam[]; readonly change: (teams: readonly ColleagueTeam[]) => void };

/** Chooses teams of the organisation from a list: there are few enough for one. */
export function TeamsField({ teams, change }: Props) {
  const { t } = useTranslation('shared');
  const found = useEveryRow(listColleagueTeams, { query: { limit: pageSize } });
  const isChosen = (id: string) => teams.some((team) => team.id === id);
  const isFull = teams.length >= shareTeamsAtMost;
  return (
    <fieldset className={found.status === 'ready' ? `${choices.choices} ${styles.teams}` : choices.choices}>
      <legend>{t('ui.teams.title')}</legend>
      {found.status === 'loading' && <LoadingState />}
      {found.status === 'failed' && <ErrorState error={found.failure} onRetry={found.retry} />}
      {found.status === 'ready' && found.data.length === 0 && <p className={styles.note}>{t('ui.teams.none')}</p>}
      {found.status === 'ready' &&
        found.data.map(({ id, name, members }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={isChosen(id)}
              disabled={isFull && !isChosen(id)}
              onChange={() => change(isChosen(id) ? teams.filter((team) => team.id !== id) : [...teams, { id, name }])}
            />
            <span>
              {name}
              <small>{t('ui.teams.members', { number: formatNumber(currentLanguage(), members) })}</small>
            </span>
          </label>
        ))}
    </fieldset>
  );
}
