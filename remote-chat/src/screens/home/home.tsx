import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { useAllBots } from '../../all-bots/use-all-bots.ts';
import { Failed } from '../../loading/failed.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import { DialogueList } from '../../past-dialogues/dialogue-list.tsx';
import { useDialogues } from '../../past-dialogues/use-dialogues.ts';
import { Ask } from './ask.tsx';
import { Attention } from './attention.tsx';
import { BotGallery } from './bot-gallery.tsx';
import { Greeting } from './greeting.tsx';
import home from './home.module.css';

export default function Home() {
  const { t } = useTranslation('chat');
  const bots = useAllBots();
  const dialogues = useDialogues();
  return (
    <div className={home.screen}>
      <Greeting />
      {bots.status === 'ready' && <Ask bots={bots.data} />}
      <Attention />
      {bots.status === 'loading' && <LoadingBots />}
      {bots.status === 'failed' && <Failed failure={bots.failure} retry={bots.retry} />}
      {bots.status === 'ready' && <BotGallery bots={bots.data} reload={bots.retry} />}
      <section className={home.recent} aria-labelledby="chat-recent">
        <div className={home.heading}>
          <h2 id="chat-recent">{t('home.recent')}</h2>
          <Link to="/dialogues">{t('home.allDialogues')}</Link>
        </div>
        <div className={home.rows}>
          <DialogueList dialogues={dialogues} emptyText={t('home.noDialogues')} namesBot />
        </div>
      </section>
    </div>
  );
}

/** The skeleton of the field and the cards. */
function LoadingBots() {
  return (
    <Skeleton>
      <div className={home.bones}>
        <Bone height={92} />
        <div className={home.cards}>
          <Bone height={96} />
          <Bone height={96} />
          <Bone height={96} />
        </div>
      </div>
    </Skeleton>
  );
}
