import type { MemberSummary } from '@parlance/shared/contract/api/members';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useSending } from '@parlance/shared/ui/fields';
import { SelectionBar } from '@parlance/shared/ui/selection-bar';
import { snackbar } from '@parlance/shared/ui/toasts';
import { changeMany, type BulkChange } from './use-member.ts';
import { useAllTeams } from './use-teams.ts';

type Props = {
  readonly members: readonly MemberSummary[];
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly reload: () => void;
};

/** The most members that one request may change. */
const atOnce = 100;

/** The actions on several members together. */
export function MembersSelection({ members, chosen, select, reload }: Props) {
  const { t } = useTranslation('admin');
  const teams = useAllTeams();
  const { send, isSending } = useSending();
  const all = members.slice(0, atOnce).map(({ id }) => id);

  async function change(wanted: BulkChange): Promise<'again'> {
    try {
      const { changed, refused } = await changeMany(chosen, wanted);
      for (const code of new Set(refused.map((it) => it.code))) {
        const number = refused.filter((it) => it.code === code).length;
        snackbar(t('userGroups.notChanged', { number, reason: t(`shared:errors.${code}`) }), { tone: 'warn' });
      }
      if (changed.length > 0) snackbar(t('userGroups.changed', { number: changed.length }), { tone: 'good' });
      select([]);
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
    reload();
    return 'again';
  }
  return (
    <SelectionBar
      label={t('userGroups.selection')}
      allLabel={t('userGroups.selectAll')}
      all={all}
      selected={chosen}
      select={select}
      countText={t('userGroups.selected', { number: chosen.length })}
    >
      <select
        aria-label={t('userGroups.addToTeam')}
        value=""
        onChange={({ target }) => send(() => change({ kind: 'join_team', team_id: target.value }))}
      >
        <option value="" disabled>
          {t('userGroups.addToTeam')}
        </option>
        {teams.status === 'ready' &&
          teams.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
      <button
        type="button"
        className="button-link"
        aria-disabled={isSending}
        onClick={() => send(() => change({ kind: 'state', state: 'deactivated' }))}
      >
        {t('userGroups.deactivate')}
      </button>
      <button
        type="button"
        className="button-link"
        aria-disabled={isSending}
        onClick={() => send(() => change({ kind: 'state', state: 'active' }))}
      >
        {t('userGroups.reactivate')}
      </button>
    </SelectionBar>
  );
}
