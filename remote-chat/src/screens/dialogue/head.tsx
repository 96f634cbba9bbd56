import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { Menu } from '@parlance/shared/ui/menu';
import { showAllowance } from '../../allowance/allowance-news.ts';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import {
  ArchiveIcon,
  DeleteIcon,
  EditIcon,
  FileIcon,
  FolderIcon,
  MeterIcon,
  PinIcon,
  PrintIcon,
  SaveIcon,
  ShareIcon,
} from '../../controls/icons.tsx';
import { useDoing } from '../../message-actions/use-doing.ts';
import dialogue from './dialogue.module.css';
import { TitleEditor } from './title-editor.tsx';
import type { Summary } from './use-summary.ts';

// Lazy: not needed to read and write.
const ShareDialog = lazyPart(() => import('../../sharing/share-dialog.tsx'));
const FolderDialog = lazyPart(() => import('./folder-dialog.tsx'));

type OpenDialog = 'title' | 'share' | 'folder' | null;

/** The title of the dialogue, its bot, and the actions on the whole of it. */
export function Head({ summary, print }: { readonly summary: Summary; readonly print: () => void }) {
  const { t } = useTranslation('chat');
  const { attempt } = useDoing();
  const [asked, setAsked] = useState<OpenDialog>(null);
  const { dialogue: about, update } = summary;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // The field is gone; the heading that it replaced gets the focus.
    if (wasNaming.current && asked === null) heading.current?.focus();
    wasNaming.current = asked === 'title';
  }, [asked]);
  const close = () => setAsked(null);
  return (
    <header className={dialogue.head}>
      {asked === 'title' ? (
        <TitleEditor title={about.title} rename={(title) => update({ title })} close={close} />
      ) : (
        <h1 ref={heading} tabIndex={-1}>
          {about.is_pinned && (
            <span className={dialogue.mark} title={t('dialogues.pinned')}>
              <PinIcon />
              <span className="visually-hidden">{t('dialogues.pinned')}: </span>
            </span>
          )}
          {about.title}
        </h1>
      )}
      <div className={dialogue.headEnd}>
        <Link className={dialogue.botLink} to={`/bots/${about.bot.id}`}>
          <Avatar emoji={about.bot.avatar} size="small" />
          {about.bot.name}
        </Link>
        <button type="button" className={controls.quiet} onClick={() => setAsked('share')}>
          <ShareIcon />
          <span className={dialogue.wide}>{t('sharing.share')}</span>
        </button>
        <Menu
          label={t('dialogue.menu')}
          groups={[
            [
              { label: t('dialogues.rename'), icon: <EditIcon />, run: () => setAsked('title') },
              {
                label: about.is_pinned ? t('dialogues.unpin') : t('dialogues.pin'),
                icon: <PinIcon />,
                run: () => attempt(() => update({ is_pinned: !about.is_pinned })),
              },
              { label: t('dialogues.move'), icon: <FolderIcon />, run: () => setAsked('folder') },
              {
                label: about.is_archived ? t('dialogues.unarchive') : t('dialogues.archive'),
                icon: <ArchiveIcon />,
                run: () => attempt(() => update({ is_archived: !about.is_archived })),
              },
            ],
            [
              { label: t('sharing.share'), icon: <ShareIcon />, run: () => setAsked('share') },
              {
                label: t('dialogue.saveMarkdown'),
                icon: <SaveIcon />,
                run: () => attempt(() => summary.save('markdown')),
              },
              { label: t('dialogue.saveJson'), icon: <FileIcon />, run: () => attempt(() => summary.save('json')) },
              { label: t('dialogue.print'), icon: <PrintIcon />, run: print },
            ],
            [{ label: t('allowance.title'), icon: <MeterIcon />, run: showAllowance }],
            [
              {
                label: t('dialogues.delete'),
                icon: <DeleteIcon />,
                isDangerous: true,
                run: () => attempt(summary.remove),
              },
            ],
          ]}
        />
      </div>
      {about.is_archived && <p className={dialogue.note}>{t('dialogue.isArchived')}</p>}
      <Suspense fallback={null}>
        {asked === 'share' && <ShareDialog dialogueId={about.id} close={close} />}
        {asked === 'folder' && (
          <FolderDialog
            from={about.folder_id}
            move={(folder) => update({ folder_id: folder?.id ?? null })}
            close={close}
          />
        )}
      </Suspense>
    </header>
  );
}
