import { memberRole, memberState } from '@parlance/shared/contract/api/members';
import { useTranslation } from '@parlance/shared/i18n';
import listing from '@parlance/shared/ui/listing.module.css';
import fields from '../../filter-fields/filter-fields.module.css';
import type { MemberQuery } from './use-members.ts';
import { useAllTeams } from './use-teams.ts';

type Props = { readonly query: MemberQuery; readonly change: (change: Partial<MemberQuery>) => void };

/** The filters of the list: role, team, and state. */
export function MemberFilters({ query, change }: Props) {
  const { t } = useTranslation('admin');
  const teams = useAllTeams();
  return (
    <div className={`${listing.filters} ${fields.filters}`} role="group" aria-label={t('userGroups.filters')}>
      <select
        aria-label={t('userGroups.columns.role')}
        value={query.role ?? ''}
        onChange={({ target }) => change({ role: memberRole.options.find((it) => it === target.value) ?? null })}
      >
        <option value="">{t('userGroups.allRoles')}</option>
        {memberRole.options.map((role) => (
          <option key={role} value={role}>
            {t(`userGroups.roles.${role}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('userGroups.team')}
        value={query.team ?? ''}
        onChange={({ target }) => change({ team: target.value === '' ? null : target.value })}
      >
        <option value="">{t('userGroups.allTeams')}</option>
        {teams.status === 'ready' &&
          teams.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      <select
        aria-label={t('userGroups.state')}
        value={query.state ?? ''}
        onChange={({ target }) => change({ state: memberState.options.find((it) => it === target.value) ?? null })}
      >
        <option value="">{t('userGroups.allStates')}</option>
        {memberState.options.map((state) => (
          <option key={state} value={state}>
            {t(`userGroups.states.${state}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
