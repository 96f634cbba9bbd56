import { useState } from 'react';
import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import type { KnowledgeScope } from '@parlance/shared/contract/api/knowledge/knowledge';
import { knowledgeKeptDays } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import type { Colleague } from '@parlance/shared/contract/api/shares';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useSession } from '@parlance/shared/session';
import { isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import { Field, TextField } from '@parlance/shared/ui/fields';
import { NamesField } from '@parlance/shared/ui/names-field';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { FileForm } from './file-form.tsx';
import styles from './file-manager.module.css';
import { tellOutcome, toldDeleted } from './told.ts';
import { changeFiles, findColleagues, makeFolder, renameFile, shareFile } from './use-changes.ts';
import { useFolders } from './use-files.ts';

type Props = { readonly changed: () => void; readonly close: () => void };
export type One = Props & { readonly file: ManagedFile };
export type Many = Props & { readonly files: readonly ManagedFile[] };

/** Runs the work, reloads the view, and closes. */
const ending =
  ({ changed, close }: Props, work: () => Promise<unknown>) =>
  async (): Promise<void> => {
    await work();
    changed();
    close();
  };
const idsOf = (files: readonly ManagedFile[]) => files.map(({ id }) => id);
/** Joins names for a sentence. */
const sentenceOf = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(names);

export function FolderDialog(props: Props) {
  const { t } = useTranslation('file-manager');
  const [name, type] = useState('');
  return (
    <FileForm
      title={t('folders.making')}
      label={t('folders.make')}
      isReady={name.trim() !== ''}
      run={ending(props, () => makeFolder(name))}
      close={props.close}
    >
      <TextField label={t('columns.name')} value={name} maxLength={nameMaxLength} onType={type} />
    </FileForm>
  );
}

export function RenameDialog(props: One) {
  const { t } = useTranslation('file-manager');
  const { id, name: before } = props.file;
  const [name, type] = useState(before);
  return (
    <FileForm
      title={t('renaming', { name: before })}
      label={t('save')}
      isReady={name.trim() !== ''}
      run={ending(props, () => renameFile(id, name))}
      close={props.close}
    >
      <TextField label={t('columns.name')} value={name} maxLength={nameMaxLength} onType={type} />
    </FileForm>
  );
}

export function MoveDialog(props: Many) {
  const { t } = useTranslation('file-manager');
  const { files, close } = props;
  const [folder, choose] = useState(files.length === 1 ? (files[0]?.folder_id ?? '') : '');
  const folders = useFolders(0);
  const run = ending(props, () =>
    tellOutcome(
      t,
      changeFiles({ action: 'move', ids: idsOf(files), folder_id: folder === '' ? null : folder }),
      'moved',
    ),
  );
  return (
    <FileForm
      title={t('moving.title', { number: formatNumber(currentLanguage(), files.length) })}
      label={t('actions.move')}
      isReady={folders.status === 'ready'}
      run={run}
      close={close}
    >
      {folders.status === 'loading' && <LoadingState />}
      {folders.status === 'failed' && <ErrorState error={folders.failure} onRetry={folders.retry} />}
      {folders.status === 'ready' && (
        <Field label={t('moving.folder')} hint={t('moving.hint')}>
          {(control) => (
            <select {...control} value={folder} onChange={({ target }) => choose(target.value)}>
              <option value="">{t('folders.none')}</option>
              {folders.data
                .filter(({ can }) => can.edit)
                .map((it) => (
                  <option key={it.id} value={it.id}>
                    {it.name}
                  </option>
                ))}
            </select>
          )}
        </Field>
      )}
    </FileForm>
  );
}

/** Hands files over. Oneself is offered too: an administrator may take files over. */
export function HandOverDialog(props: Many) {
  const { t } = useTranslation('file-manager');
  const { files, close } = props;
  const own = useSession(({ whoami }) => whoami?.member_id);
  const [owner, choose] = useState<readonly Colleague[]>([]);
  const myself = own === undefined ? [] : [{ id: own, name: t('handingOver.myself') }];
  const [to] = owner;
  async function run(): Promise<void> {
    if (to === undefined) return;
    await ending(props, () =>
      tellOutcome(t, changeFiles({ action: 'hand-over', ids: idsOf(files), owner_id: to.id }), 'handedOver'),
    )();
  }
  return (
    <FileForm
      title={t('handingOver.title', { number: formatNumber(currentLanguage(), files.length) })}
      label={t('actions.handOver')}
      isReady={to !== undefined}
      run={run}
      close={close}
    >
      <p className={styles.note}>{t('handingOver.about')}</p>
      <NamesField
        label={t('handingOver.to')}
        chosenLabel={t('handingOver.chosen')}
        hint={t('handingOver.hint')}
        nothing={(search) => t('handingOver.nobody', { search })}
        chosen={owner}
        // The last choice counts.
        change={(people) => choose(people.slice(-1))}
        atMost={2}
        find={async (q, signal) => [
          ...myself.filter(({ name }) => name.toLowerCase().startsWith(q.toLowerCase())),
          ...(await findColleagues(q, signal)),
        ]}
      />
    </FileForm>
  );
}

/** Shows the uses of files before they are deleted, and offers to undo that. */
export function DeleteDialog(props: Many) {
  const { t } = useTranslation('file-manager');
  const { files, changed, close } = props;
  const language = currentLanguage();
  const agents = [
    ...new Map(files.flatMap(({ used_by: usedBy }) => usedBy.map(({ id, name }) => [id, name] as const))).values(),
  ];
  const inside = files.reduce((sum, { items }) => sum + items, 0);
  const bringBack = (ids: readonly string[]) =>
    void tellOutcome(t, changeFiles({ action: 'restore', ids: [...ids] }), 'restored').then(changed);
  const run = ending(props, () =>
    toldDeleted(t, changeFiles({ action: 'delete', ids: idsOf(files) }), files, bringBack),
  );
  const [only] = files;
  const title =
    files.length === 1 && only !== undefined
      ? t('deleting.one', { name: only.name })
      : t('deleting.many', { number: formatNumber(language, files.length) });
  return (
    <FileForm title={title} label={t('actions.delete')} isDangerous run={run} close={close}>
      <p>
        {agents.length === 0
          ? t('deleting.unused')
          : t('deleting.used', { number: formatNumber(language, agents.length), agents: sentenceOf(agents) })}
      </p>
      {inside > 0 && <p>{t('deleting.inside', { number: formatNumber(language, inside) })}</p>}
      <p>{t('deleting.kept', { days: formatNumber(language, knowledgeKeptDays) })}</p>
    </FileForm>
  );
}

const scopes: readonly KnowledgeScope[] = ['private', 'people', 'organization'];

/** Sets the readers of a file beside its owner: nobody, people and teams, or everybody. */
export function ShareDialog(props: One) {
  const { t } = useTranslation('file-manager');
  const { file, close } = props;
  const [access, change] = useState<Access<KnowledgeScope>>({
    scope: file.access,
    people: file.people,
    teams: file.teams,
  });
  const mayChoose = (it: KnowledgeScope) =>
    it !== 'organization' || file.can.share_with_organization || file.access === 'organization';
  return (
    <FileForm
      title={t('sharing.title', { name: file.name })}
      label={t('save')}
      isReady={isWhole(access)}
      run={ending(props, () => shareFile(file.id, access))}
      close={close}
    >
      <AccessField
        legend={t('sharing.who')}
        scopes={scopes}
        access={access}
        change={change}
        names={{ private: t('access.private'), people: t('access.people'), organization: t('access.organization') }}
        about={{
          private: t('sharing.private'),
          people: t('sharing.people'),
          organization: mayChoose('organization') ? t('sharing.organization') : t('sharing.notAllowed'),
        }}
        isAllowed={mayChoose}
      />
    </FileForm>
  );
}
