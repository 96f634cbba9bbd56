import type { ChartChoices } from '@parlance/shared/contract/api/charts/charts';
import { longestRangeDays, smallestGroup } from '@parlance/shared/contract/api/charts/charts';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './dashboard.module.css';
import { daysBefore, lengths, rangeOf, type RangeQuery } from './range.ts';

type Props = {
  readonly asked: RangeQuery;
  readonly choices: ChartChoices;
  readonly change: (change: Partial<RangeQuery>) => void;
};

/** The filters: days, team and bot. */
export function Filters({ asked, choices, change }: Props) {
  const { t } = useTranslation('admin');
  const { from, to } = rangeOf(asked, choices.today);
  // A range that would be too long or reversed moves its other end.
  const begin = (day: string) =>
    change({ days: null, from: day, to: to < day ? day : earliest(to, daysBefore(day, 1 - longestRangeDays)) });
  const end = (day: string) =>
    change({ days: null, to: day, from: from > day ? day : latest(from, daysBefore(day, longestRangeDays - 1)) });
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('dashboard.filters.title')}>
        <select
          aria-label={t('dashboard.filters.period')}
          value={asked.days ?? ''}
          onChange={({ target }) =>
            change(
              target.value === '' ? { days: null, from, to } : { days: Number(target.value), from: null, to: null },
            )
          }
        >
          {lengths.map((days) => (
            <option key={days} value={days}>
              {t('dashboard.filters.lastDays', { days })}
            </option>
          ))}
          <option value="">{t('dashboard.filters.own')}</option>
        </select>
        {asked.days === null && (
          <>
            <label>
              {t('dashboard.filters.from')}
              <input
                type="date"
                value={from}
                max={choices.today}
                onChange={({ target }) => target.value !== '' && begin(target.value)}
              />
            </label>
            <label>
              {t('dashboard.filters.to')}
              <input
                type="date"
                value={to}
                max={choices.today}
                onChange={({ target }) => target.value !== '' && end(target.value)}
              />
            </label>
          </>
        )}
        <Select
          label={t('dashboard.filters.team')}
          any={t('dashboard.filters.anyTeam')}
          choices={choices.teams}
          chosen={asked.team}
          choose={(team) => change({ team })}
        />
        <Select
          label={t('dashboard.filters.bot')}
          any={t('dashboard.filters.anyBot')}
          choices={choices.bots}
          chosen={asked.bot}
          choose={(bot) => change({ bot })}
        />
      </div>
      {choices.hidden_teams > 0 && (
        <p className={styles.note}>
          {t('dashboard.hiddenTeams', { teams: choices.hidden_teams, people: smallestGroup })}
        </p>
      )}
    </>
  );
}

const earliest = (a: string, b: string) => (a < b ? a : b);
const latest = (a: string, b: string) => (a > b ? a : b);

type SelectProps = {
  readonly label: string;
  readonly any: string;
  readonly choices: ChartChoices['teams'];
  readonly chosen: string | null;
  readonly choose: (id: string | null) => void;
};

function Select({ label, any, choices, chosen, choose }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    >
      <option value="">{any}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
