import './texts.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import listing from '@parlance/shared/ui/listing.module.css';
import { LoadingState, Page } from '@parlance/shared/ui/page';
import { Tabs } from '@parlance/shared/ui/tabs';
import { FileButton, isUnderWay, useUploads } from '@parlance/shared/uploads';
import { readQuery, viewOf, views, type View } from './file-query.ts';
import { KnowledgeView } from './knowledge-view.tsx';
import { StorageMeter } from './storage-meter.tsx';

const DialogueFilesView = lazyPart(async () => ({
  default: (await import('./dialogue-files-view.tsx')).DialogueFilesView,
}));
const DeletedView = lazyPart(async () => ({ default: (await import('./deleted-view.tsx')).DeletedView }));
const FolderDialog = lazyPart(async () => ({ default: (await import('./file-dialogs.tsx')).FolderDialog }));

const addressOf = (view: View) => (view === 'knowledge' ? '/file-manager' : `/file-manager?view=${view}`);

/** All files of the organisation, for its administrators. */
export default function FileManager() {
  const { t } = useTranslation('file-manager');
  const [params] = useSearchParams();
  const view = viewOf(params);
  const [version, setVersion] = useState(0);
  const changed = () => setVersion((before) => before + 1);
  const uploads = useUploads(changed);
  useLeavingAsks(isUnderWay(uploads), { text: t('shared:uploads.leave'), isKept: false });
  const [isMaking, make] = useState(false);
  const { folder } = readQuery(params);
  const into = folder === undefined || folder === 'none' ? {} : { folderId: folder };
  return (
    <Page
      title={t('admin:files.title')}
      actions={
        view === 'knowledge' && (
          <>
            <button type="button" className="button" onClick={() => make(true)}>
              {t('folders.new')}
            </button>
            <FileButton isMain label={t('add')} choose={(files) => uploads.send(files, into)} />
          </>
        )
      }
    >
      <p className={listing.lead}>{t('lead')}</p>
      <StorageMeter version={version} />
      <Tabs
        isAbove
        label={t('views.title')}
        current={view}
        tabs={views.map((id) => ({ id, name: t(`views.${id}`), to: addressOf(id) }))}
      />
      {view === 'knowledge' && <KnowledgeView version={version} changed={changed} uploads={uploads} into={into} />}
      <Suspense fallback={<LoadingState />}>
        {view === 'dialogues' && <DialogueFilesView />}
        {view === 'deleted' && <DeletedView version={version} changed={changed} />}
        {isMaking && <FolderDialog changed={changed} close={() => make(false)} />}
      </Suspense>
    </Page>
  );
}
