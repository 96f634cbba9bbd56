import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { teamDescriptionMaxLength, type Team, type TeamMember } from '@parlance/shared/contract/api/teams';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { MoreRows } from '@parlance/shared/ui/data';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { PeopleField } from '@parlance/shared/ui/people-field';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import styles from './user-group-manager.module.css';
import { putMember, removeMember, removeTeam, saveTeam, useTeamMembers, useTeamUses } from './use-teams.ts';

type Props = { readonly close: () => void; readonly changed: () => void };

/** Creates a team, with its name and description. */
export function TeamForm({ close, changed }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Dialog title={t('userGroups.teams.new')} close={close}>
      <Words team={null} close={close} changed={changed} />
    </Dialog>
  );
}

/** Edits a team: members and owners, name and description, deletion. */
export function TeamDialog({ team, close, changed }: Props & { readonly team: Team }) {
  const { t } = useTranslation('admin');
  const [isEnding, end] = useState(false);
  if (isEnding) return <DeleteTeam team={team} close={close} changed={changed} />;
  return (
    <Dialog title={team.name} close={close}>
      <Members team={team} changed={changed} />
      <Words team={team} close={close} changed={changed} />
      <button type="button" className="button-link" onClick={() => end(true)}>
        {t('userGroups.teams.delete')}
      </button>
    </Dialog>
  );
}

function Words({ team, close, changed }: Props & { readonly team: Team | null }) {
  const { t } = useTranslation('admin');
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const { send, isSending, failure } = useSending();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(async () => {
          await saveTeam(team?.id ?? null, { name, description });
          changed();
          close();
          return undefined;
        });
      }}
    >
      <TextField label={t('userGroups.teams.name')} value={name} maxLength={nameMaxLength} onType={setName} />
      <TextField
        label={t('userGroups.teams.description')}
        value={description}
        maxLength={teamDescriptionMaxLength}
        isOptional
        onType={setDescription}
      />
      <FormEnd label={t('userGroups.save')} isSending={isSending} failure={failure} onCancel={close} />
    </form>
  );
}

function DeleteTeam({ team, close, changed }: Props & { readonly team: Team }) {
  const { t } = useTranslation('admin');
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('userGroups.teams.deleteTitle', { name: team.name })} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await removeTeam(team.id);
            changed();
            close();
            return undefined;
          });
        }}
      >
        <p>{t('userGroups.teams.deleteText')}</p>
        <TeamUses teamId={team.id} />
        <FormEnd
          label={t('userGroups.teams.delete')}
          isDangerous
          isSending={isSending}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}

const counted = ['agents', 'prompt_templates', 'knowledge', 'dialogues'] as const;

/** The uses of the team, so that nobody finds out afterwards that a rule applies to nobody. */
function TeamUses({ teamId }: { readonly teamId: string }) {
  const { t } = useTranslation('admin');
  const uses = useTeamUses(teamId);
  if (uses.status === 'loading') return <LoadingState />;
  if (uses.status === 'failed') return <ErrorState error={uses.failure} onRetry={uses.retry} />;
  const { rules, permission_sets: sets } = uses.data;
  const lines = [
    ...rules.map(({ name, is_for_it_alone: isAlone }) =>
      t(isAlone ? 'userGroups.teams.uses.ruleAlone' : 'userGroups.teams.uses.rule', { name }),
    ),
    ...sets.map((name) => t('userGroups.teams.uses.set', { name })),
    ...counted
      .filter((kind) => uses.data[kind] > 0)
      .map((kind) => t(`userGroups.teams.uses.${kind}`, { number: uses.data[kind] })),
  ];
  if (lines.length === 0) return <p>{t('userGroups.teams.uses.none')}</p>;
  return (
    <>
      <p>{t('userGroups.teams.uses.lead')}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Members({ team, changed }: { readonly team: Team; readonly changed: () => void }) {
  const { t } = useTranslation('admin');
  const { rows, reload, more } = useTeamMembers(team.id);

  async function act(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
    reload();
    changed();
  }
  if (rows.status === 'loading') return <LoadingState />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  return (
    <section className={styles.form} aria-label={t('userGroups.members')}>
      {rows.data.length === 0 ? (
        <p>{t('userGroups.teams.nobody')}</p>
      ) : (
        <ul className={styles.people}>
          {rows.data.map((member) => (
            <Person key={member.id} team={team} member={member} act={act} />
          ))}
        </ul>
      )}
      <MoreRows more={more} label={t('userGroups.more')} />
      <fieldset className={styles.choices}>
        <legend>{t('userGroups.teams.add')}</legend>
        <PeopleField
          people={[]}
          change={(people) => void act(async () => Promise.all(people.map(({ id }) => putMember(team.id, id, false))))}
        />
      </fieldset>
    </section>
  );
}

type PersonProps = {
  readonly team: Team;
  readonly member: TeamMember;
  readonly act: (work: () => Promise<unknown>) => Promise<void>;
};

function Person({ team, member: { id, name, is_owner: isOwner }, act }: PersonProps) {
  const { t } = useTranslation('admin');
  return (
    <li>
      <span>{name}</span>
      <label>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t('userGroups.teams.ownerOf', { name })}
          checked={isOwner}
          onChange={() => void act(() => putMember(team.id, id, !isOwner))}
        />
        {t('userGroups.teams.owner')}
      </label>
      <button
        type="button"
        className="button-link"
        aria-label={t('userGroups.teams.removeOf', { name })}
        onClick={() => void act(() => removeMember(team.id, id))}
      >
        {t('userGroups.teams.remove')}
      </button>
    </li>
  );
}
