import type { MemberDetails, MemberRole } from '@parlance/shared/contract/api/members';
import { mayChangeMember, roleOf, rolesToGive } from '@parlance/shared/contract/access/member-role';
import type { Team } from '@parlance/shared/contract/api/teams';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { useSession } from '@parlance/shared/session';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import { Offboarding } from './offboarding.tsx';
import styles from './user-group-manager.module.css';
import { giveRole, giveState, putIntoTeams, useMember } from './use-member.ts';
import { useAllTeams } from './use-teams.ts';

type Props = { readonly id: string; readonly name: string; readonly close: () => void; readonly changed: () => void };

/** The details of a member for administrators, and the changes allowed to them. */
export function MemberDialog({ id, name, close, changed }: Props) {
  const member = useMember(id);
  const teams = useAllTeams({ afresh: true });
  const [isLeaving, setLeaving] = useState(false);
  const done = () => {
    member.retry();
    changed();
    close();
  };
  // Teams that arrive later would move the buttons while a person is about to press one.
  const isLoading = member.status === 'loading' || teams.status === 'loading';
  return (
    <Dialog title={name} close={close}>
      {isLoading && <LoadingState />}
      {member.status === 'failed' && <ErrorState error={member.failure} onRetry={member.retry} />}
      {member.status === 'ready' &&
        !isLoading &&
        (isLeaving ? (
          <Offboarding member={member.data} done={done} close={() => setLeaving(false)} />
        ) : (
          <Member
            member={member.data}
            teams={teams.status === 'ready' ? teams.data : null}
            done={done}
            close={close}
            leave={() => setLeaving(true)}
          />
        ))}
    </Dialog>
  );
}

/** The teams; null if they could not be loaded. */
type WithTeams = { readonly teams: readonly Team[] | null };
type MemberProps = { readonly member: MemberDetails; readonly done: () => void; readonly close: () => void };

function Member({ member, teams, done, close, leave }: MemberProps & WithTeams & { readonly leave: () => void }) {
  const { t } = useTranslation('admin');
  const whoami = useSession((session) => session.whoami);
  const actor = whoami === null ? 'member' : roleOf({ isAdmin: whoami.is_admin, isOwner: whoami.is_owner });
  const mayChange = mayChangeMember(actor, member.role);
  const isOwn = whoami?.member_id === member.id;
  return (
    <>
      <Facts member={member} />
      {!mayChange && <p>{t('userGroups.ownersOnly')}</p>}
      {mayChange && (
        <Changes member={member} teams={teams} roles={rolesToGive(actor, member.role)} done={done} close={close} />
      )}
      {mayChange && !isOwn && <State member={member} done={done} leave={leave} />}
    </>
  );
}

function Facts({ member }: { readonly member: MemberDetails }) {
  const { t } = useTranslation('admin');
  const day = (at: string) => formatDate(currentLanguage(), at, { dateStyle: 'medium' });
  const facts = [
    [t('userGroups.columns.email'), member.email],
    ...(member.title === '' ? [] : [[t('userGroups.jobTitle'), member.title]]),
    [t('userGroups.joined'), day(member.joined_at)],
    [t('userGroups.lastUsed'), day(member.last_used_at)],
    ...(member.deactivated_at === null ? [] : [[t('userGroups.states.deactivated'), day(member.deactivated_at)]]),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ChangesProps = MemberProps & WithTeams & { readonly roles: readonly MemberRole[] };

function Changes({ member, teams, roles, done, close }: ChangesProps) {
  const { t } = useTranslation('admin');
  const [role, setRole] = useState(member.role);
  const before = member.memberships.map(({ team_id }) => team_id);
  const [chosen, choose] = useState<readonly string[]>(before);
  const { send, isSending, failure } = useSending();
  const isMoved = [...chosen].sort().join() !== [...before].sort().join();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(async () => {
          if (isMoved) await putIntoTeams(member.id, chosen);
          if (role !== member.role) await giveRole(member.id, role);
          done();
          return undefined;
        });
      }}
    >
      <label className={styles.labelled}>
        {t('userGroups.columns.role')}
        <select
          value={role}
          disabled={member.state === 'deactivated'}
          onChange={({ target }) => setRole(roles.find((it) => it === target.value) ?? role)}
        >
          {roles.map((it) => (
            <option key={it} value={it}>
              {t(`userGroups.roles.${it}`)}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={styles.choices}>
        <legend>{t('userGroups.columns.teams')}</legend>
        {teams?.length === 0 && <p>{t('userGroups.teams.none')}</p>}
        {teams?.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              className={styles.check}
              checked={chosen.includes(id)}
              onChange={() => choose(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id])}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <FormEnd label={t('userGroups.save')} isSending={isSending} failure={failure} onCancel={close} />
    </form>
  );
}

function State({
  member,
  done,
  leave,
}: {
  readonly member: MemberDetails;
  readonly done: () => void;
  readonly leave: () => void;
}) {
  const { t } = useTranslation('admin');
  const { send } = useSending();
  const isActive = member.state === 'active';
  const change = () =>
    send(
      async () => {
        await giveState(member.id, isActive ? 'deactivated' : 'active');
        snackbar(t('userGroups.changed', { number: 1 }), { tone: 'good' });
        done();
        return undefined;
      },
      (failure) => {
        snackbar(t(failureKey(failure)), { tone: 'bad' });
        return true;
      },
    );
  return (
    <div className={styles.state}>
      <p>{isActive ? t('userGroups.deactivateHint') : t('userGroups.reactivateHint')}</p>
      <button type="button" className="button" onClick={change}>
        {isActive ? t('userGroups.deactivate') : t('userGroups.reactivate')}
      </button>
      <button type="button" className="button" onClick={leave}>
        {t('userGroups.offboarding.open')}
      </button>
    </div>
  );
}
