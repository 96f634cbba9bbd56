import { Suspense, useState } from 'react';
import type { ManagedDetail } from '@parlance/shared/contract/api/file-manager';
import { downloadFile } from '@parlance/shared/contract/api/files';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { useFileInput, type Uploads } from '@parlance/shared/uploads';
import { Facts, Panel } from './detail-panel.tsx';
import styles from './file-manager.module.css';
import { FileState } from './file-state.tsx';
import { Passages } from './passages.tsx';
import { tellOutcome } from './told.ts';
import { changeFiles } from './use-changes.ts';
import { useFile, usePassages } from './use-files.ts';
import { Versions } from './versions.tsx';

const dialogs = () => import('./file-dialogs.tsx');
const RenameDialog = lazyPart(async () => ({ default: (await dialogs()).RenameDialog }));
const MoveDialog = lazyPart(async () => ({ default: (await dialogs()).MoveDialog }));
const HandOverDialog = lazyPart(async () => ({ default: (await dialogs()).HandOverDialog }));
const DeleteDialog = lazyPart(async () => ({ default: (await dialogs()).DeleteDialog }));
const ShareDialog = lazyPart(async () => ({ default: (await dialogs()).ShareDialog }));

type OpenDialog = 'rename' | 'move' | 'hand-over' | 'share' | 'delete';
type Props = {
  readonly id: string;
  readonly version: number;
  readonly changed: () => void;
  readonly send: Uploads['send'];
  readonly close: () => void;
};

/** A file or a folder: its reading progress, its uses, its earlier versions, and its text. */
export function FileDetail({ id, version, changed, send, close }: Props) {
  const { t } = useTranslation('file-manager');
  const loaded = useFile(id, version);
  if (loaded.status === 'ready') return <Known file={loaded.data} changed={changed} send={send} close={close} />;
  return (
    <Panel title={t('detail.title')} close={close}>
      {loaded.status === 'loading' ? <LoadingState /> : <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
    </Panel>
  );
}

function Known({ file, changed, send, close }: Omit<Props, 'id' | 'version'> & { readonly file: ManagedDetail }) {
  const { t } = useTranslation('file-manager');
  const [opened, open] = useState<OpenDialog | null>(null);
  const { id, kind, name, can, folder_id: folderId, file_id: fileId } = file;
  const replacing = useFileInput({
    name: t('actions.replaceOf', { name }),
    isSingle: true,
    choose: (files) => send(files, { replaces: id }),
  });
  const again = () => void tellOutcome(t, changeFiles({ action: 'refresh', ids: [id] }), 'refreshed').then(changed);
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  const groups = [
    [
      ...item(can.edit && kind === 'file', t('actions.replace'), replacing.pick),
      ...item(can.edit, t('actions.refresh'), again),
    ],
    [
      ...item(can.edit, t('actions.rename'), () => open('rename')),
      ...item(can.edit && kind !== 'folder', t('actions.move'), () => open('move')),
      ...item(can.share && folderId === null, t('actions.share'), () => open('share')),
      ...item(can.edit && folderId === null, t('actions.handOver'), () => open('hand-over')),
    ],
    item(can.edit, t('actions.delete'), () => open('delete'), true),
  ];
  const one = { file, changed, close: () => open(null) };
  const many = { ...one, files: [file] };
  return (
    <Panel
      title={name}
      close={close}
      actions={groups.some((group) => group.length > 0) && <Menu label={t('actions.of', { name })} groups={groups} />}
    >
      <p role="status">
        <FileState file={file} />
      </p>
      {can.edit && file.error_code !== null && (
        <button type="button" className="button" onClick={again}>
          {t('actions.tryAgain')}
        </button>
      )}
      {fileId !== null && kind !== 'web-page' && (
        <p>
          <a className="button" href={addressOf(downloadFile, { params: { file_id: fileId } })}>
            {t('actions.download')}
          </a>
        </p>
      )}
      {replacing.field}
      <About file={file} />
      <UsedIn file={file} />
      {file.versions.length > 0 && <Versions file={file} changed={changed} />}
      {kind !== 'folder' && file.passages > 0 && <Preview id={id} seen={file.refreshed_at ?? ''} />}
      <Suspense fallback={null}>
        {opened === 'rename' && <RenameDialog {...one} />}
        {opened === 'share' && <ShareDialog {...one} />}
        {opened === 'move' && <MoveDialog {...many} />}
        {opened === 'hand-over' && <HandOverDialog {...many} />}
        {opened === 'delete' && (
          <DeleteDialog
            {...many}
            changed={() => {
              changed();
              // A deleted file has nothing left to show.
              close();
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function About({ file }: { readonly file: ManagedDetail }) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  const {
    kind,
    type,
    size,
    items,
    passages,
    owner,
    folder,
    access,
    people,
    teams,
    url,
    refreshed_at: refreshedAt,
    updated_at: updatedAt,
  } = file;
  const named = [...people, ...teams].map(({ name }) => name);
  return (
    <Facts
      facts={[
        [t('columns.type'), kind === 'file' && type !== null ? t(`types.${type}`) : t(`kinds.${kind}`)],
        [t('columns.size'), formatBytes(language, size)],
        ...(kind === 'folder' ? [[t('detail.items'), formatNumber(language, items)] as const] : []),
        [t('detail.passages'), formatNumber(language, passages)],
        [t('columns.owner'), owner?.name ?? t('nobody')],
        ...(folder === null ? [] : [[t('columns.folder'), folder.name] as const]),
        [
          t('detail.access'),
          access === 'people'
            ? new Intl.ListFormat(language, { type: 'conjunction' }).format(named)
            : t(`access.${access}`),
        ],
        ...(url === null ? [] : [[t('detail.address'), url] as const]),
        ...(refreshedAt === null ? [] : [[t('detail.read'), formatDate(language, refreshedAt)] as const]),
        [t('columns.changed'), formatDate(language, updatedAt)],
      ]}
    />
  );
}

function UsedIn({ file: { used_by: usedBy, dialogues } }: { readonly file: ManagedDetail }) {
  const { t } = useTranslation('file-manager');
  return (
    <section className={styles.part} aria-labelledby="used-in">
      <h3 id="used-in">{t('used.title')}</h3>
      {usedBy.length === 0 ? (
        <p className={styles.note}>{t('used.none')}</p>
      ) : (
        <ul className={styles.plain}>
          {usedBy.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/agent-edit/${id}`}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        {dialogues === 0
          ? t('used.noDialogues')
          : t('used.dialogues', { number: formatNumber(currentLanguage(), dialogues) })}
      </p>
    </section>
  );
}

function Preview({ id, seen }: { readonly id: string; readonly seen: string }) {
  const { t } = useTranslation('file-manager');
  return <Passages title={t('preview')} pages={usePassages(id, seen)} />;
}
