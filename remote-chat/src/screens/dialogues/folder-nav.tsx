import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { Menu } from '@parlance/shared/ui/menu';
import controls from '../../controls/controls.module.css';
import { ArchiveIcon, DeleteIcon, EditIcon, FolderIcon, ForwardIcon, ShareIcon } from '../../controls/icons.tsx';
import { Failed } from '../../loading/failed.tsx';
import { writeQuery, type DialogueQuery } from './dialogue-query.ts';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import nav from './folder-nav.module.css';
import { NameDialog } from './name-dialog.tsx';
import type { Folders } from '../../past-dialogues/use-folders.ts';

type Props = {
  readonly query: DialogueQuery;
  readonly folders: Folders;
  readonly change: (changed: Partial<DialogueQuery>) => void;
};
type OpenDialog = { readonly what: 'new' } | { readonly what: 'rename' | 'delete'; readonly folder: Folder };

/** Selects the list: all, a folder, the archive, shared ones. In little room it collapses to the open one. */
export function FolderNav({ query, folders, change }: Props) {
  const { t } = useTranslation('chat');
  const [isUnfolded, setUnfolded] = useState(false);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const listId = useId();
  const known = folders.loaded.status === 'ready' ? folders.loaded.data : [];
  const close = () => setAsked(null);
  const here = {
    all: query.view === 'own' && query.folder === null && query.q === '',
    archived: query.view === 'archived',
    shared: query.view === 'shared',
  };
  const openName = here.archived
    ? t('dialogues.archiveView')
    : here.shared
      ? t('dialogues.sharedWithMe')
      : (known.find(({ id }) => id === query.folder)?.name ?? t('dialogues.all'));

  async function remove(folder: Folder): Promise<void> {
    await folders.remove(folder);
    if (query.folder === folder.id) change({ folder: null });
  }
  return (
    <nav className={nav.nav} aria-label={t('dialogues.folders')}>
      <button
        type="button"
        className={`${controls.button} ${nav.fold}`}
        aria-expanded={isUnfolded}
        aria-controls={listId}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <span className={nav.name}>{openName}</span>
        <ForwardIcon />
      </button>
      <div
        id={listId}
        className={nav.lists}
        data-unfolded={isUnfolded}
        onClick={({ target }) => target instanceof Element && target.closest('a') !== null && setUnfolded(false)}
      >
        <ul className={nav.list}>
          <Place to={writeQuery({})} isHere={here.all} icon={<span className={nav.dot} />} name={t('dialogues.all')} />
          {known.length > 0 && (
            <Place
              to={writeQuery({ folder: 'none' })}
              isHere={query.folder === 'none'}
              icon={<span className={nav.dot} />}
              name={t('dialogues.noFolder')}
            />
          )}
          {known.map((folder) => (
            <Place
              key={folder.id}
              to={writeQuery({ folder: folder.id })}
              isHere={query.folder === folder.id}
              icon={<FolderIcon />}
              name={folder.name}
              number={folder.dialogues}
            >
              <Menu
                label={t('dialogues.folderActions', { name: folder.name })}
                className={`${controls.quiet} ${nav.menu}`}
                groups={[
                  [
                    {
                      label: t('dialogues.rename'),
                      icon: <EditIcon />,
                      run: () => setAsked({ what: 'rename', folder }),
                    },
                  ],
                  [
                    {
                      label: t('dialogues.delete'),
                      icon: <DeleteIcon />,
                      isDangerous: true,
                      run: () => setAsked({ what: 'delete', folder }),
                    },
                  ],
                ]}
              />
            </Place>
          ))}
        </ul>
        {folders.loaded.status === 'failed' && <Failed failure={folders.loaded.failure} retry={folders.retry} />}
        <button type="button" className={nav.add} onClick={() => setAsked({ what: 'new' })}>
          <span aria-hidden="true">+</span>
          {t('dialogues.newFolder')}
        </button>
        <ul className={nav.list}>
          <Place
            to={writeQuery({ view: 'archived' })}
            isHere={here.archived}
            icon={<ArchiveIcon />}
            name={t('dialogues.archiveView')}
          />
          <Place
            to={writeQuery({ view: 'shared' })}
            isHere={here.shared}
            icon={<ShareIcon />}
            name={t('dialogues.sharedWithMe')}
          />
        </ul>
      </div>
      {asked?.what === 'new' && <NameDialog kind="new-folder" name="" save={folders.create} close={close} />}
      {asked?.what === 'rename' && (
        <NameDialog
          kind="folder"
          name={asked.folder.name}
          save={(name) => folders.rename(asked.folder, name)}
          close={close}
        />
      )}
      {asked?.what === 'delete' && <DeleteFolderDialog folder={asked.folder} remove={remove} close={close} />}
    </nav>
  );
}

type PlaceProps = {
  readonly to: string;
  readonly isHere: boolean;
  readonly icon: ReactNode;
  readonly name: string;
  readonly number?: number;
  readonly children?: ReactNode;
};

function Place({ to, isHere, icon, name, number, children }: PlaceProps) {
  return (
    <li className={nav.place}>
      <Link className={nav.link} to={`/dialogues${to}`} aria-current={isHere ? 'page' : undefined} title={name}>
        <span className={nav.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={nav.name}>{name}</span>
        {number !== undefined && <span className={nav.number}>{formatNumber(currentLanguage(), number)}</span>}
      </Link>
      {children}
    </li>
  );
}
