import { useTranslation } from '@parlance/shared/i18n';
import { useParams } from '@parlance/shared/router';
import { Failed } from '../../loading/failed.tsx';
import { isNotFound } from '../../loading/is-not-found.ts';
import { NotFound } from '../../loading/not-found.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import dialogue from './dialogue.module.css';
import { Talk } from './talk.tsx';
import { useOpened } from './use-opened.ts';

export default function Dialogue() {
  const { t } = useTranslation('chat');
  const { dialogueId = '' } = useParams();
  const opened = useOpened(dialogueId);
  if (opened.status === 'loading') return <Loading />;
  if (opened.status === 'ready') return <Talk key={dialogueId} opened={opened.data} />;
  if (isNotFound(opened.failure)) return <NotFound title={t('dialogue.notFound')} text={t('dialogue.notFoundWhy')} />;
  return (
    <div className={dialogue.column}>
      <h1 tabIndex={-1}>{t('dialogue.title')}</h1>
      <Failed failure={opened.failure} retry={opened.retry} />
    </div>
  );
}

function Loading() {
  return (
    <div className={dialogue.column}>
      <Skeleton>
        <div className={dialogue.bones}>
          <Bone height={28} width="45%" />
          <div className={dialogue.promptBone}>
            <Bone height={48} />
          </div>
          <Bone height={20} />
          <Bone height={20} width="92%" />
          <Bone height={20} width="70%" />
        </div>
      </Skeleton>
    </div>
  );
}
