import { useCallback, useState } from 'react';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '@parlance/shared/loading';
import { useScreenName } from '@parlance/shared/remote/screen-name';
import { useParams } from '@parlance/shared/router';
import { Failed } from '../../loading/failed.tsx';
import { isNotFound } from '../../loading/is-not-found.ts';
import { NotFound } from '../../loading/not-found.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import { PassagePanel } from '../../passage/passage-panel.tsx';
import { SharedHead } from './head.tsx';
import shared from './shared.module.css';
import { SharedMessages } from './shared-messages.tsx';
import { useShared, useSharedMessages } from './use-shared.ts';

/** A dialogue that a colleague shares: to read, and to continue as one's own. */
export default function Shared() {
  const { t } = useTranslation('chat');
  const { shareId = '' } = useParams();
  const share = useShared(shareId);
  const messages = useSharedMessages(shareId);
  const failure =
    share.status === 'failed' ? share.failure : messages.rows.status === 'failed' ? messages.rows.failure : null;
  if (isNotFound(failure)) return <NotFound title={t('shared.notFound')} text={t('shared.notFoundWhy')} />;
  if (share.status === 'ready' && messages.rows.status === 'ready')
    return <Reading key={shareId} share={share.data} messages={messages} newestFirst={messages.rows.data} />;
  return (
    <div className={shared.column}>
      {failure === null ? (
        <Loading />
      ) : (
        <>
          <h1 tabIndex={-1}>{t('shared.title')}</h1>
          <Failed
            failure={failure}
            retry={() => {
              share.retry();
              messages.reload();
            }}
          />
        </>
      )}
    </div>
  );
}

type Read = {
  readonly share: SharedDialogue;
  readonly messages: Pages<Message>;
  readonly newestFirst: readonly Message[];
};
type OpenPassage = { readonly citation: Citation; readonly from: HTMLElement };

function Reading({ share, messages, newestFirst }: Read) {
  const [opened, setOpened] = useState<OpenPassage | null>(null);
  // A stable function, so that no message re-renders when a passage opens.
  const openPassage = useCallback((citation: Citation, from: HTMLElement) => setOpened({ citation, from }), []);
  useScreenName(share.title);

  function closePassage(): void {
    opened?.from.focus({ preventScroll: true });
    setOpened(null);
  }
  return (
    <div className={`${shared.screen} ${opened === null ? '' : shared.beside}`}>
      <div className={shared.column}>
        <SharedHead share={share} />
        <SharedMessages share={share} newestFirst={newestFirst} more={messages.more} openPassage={openPassage} />
      </div>
      {opened !== null && <PassagePanel citation={opened.citation} close={closePassage} />}
    </div>
  );
}

function Loading() {
  return (
    <Skeleton>
      <div className={shared.bones}>
        <Bone height={28} width="45%" />
        <Bone height={20} />
        <Bone height={20} width="92%" />
        <Bone height={20} width="70%" />
      </div>
    </Skeleton>
  );
}
