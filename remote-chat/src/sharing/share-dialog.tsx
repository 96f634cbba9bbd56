import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Failed } from '../loading/failed.tsx';
import { Bone, Skeleton } from '../loading/skeleton.tsx';
import { NewShareForm } from './new-share-form.tsx';
import { ShareList } from './share-list.tsx';
import { useShares } from './use-shares.ts';

/**
 * The shares of a dialogue: a form for another one, and the existing ones, each with its link and a button to end it.
 */
export default function ShareDialog({
  dialogueId,
  close,
}: {
  readonly dialogueId: string;
  readonly close: () => void;
}) {
  const { t } = useTranslation('chat');
  const shares = useShares(dialogueId);
  const { loaded } = shares;
  return (
    <Dialog title={t('sharing.title')} close={close}>
      <NewShareForm share={shares.share} />
      {loaded.status === 'loading' && (
        <Skeleton>
          <Bone height={48} />
        </Skeleton>
      )}
      {loaded.status === 'failed' && <Failed failure={loaded.failure} retry={shares.retry} />}
      {loaded.status === 'ready' && <ShareList shares={loaded.data} end={shares.end} />}
    </Dialog>
  );
}
