import { useTranslation } from '@parlance/shared/i18n';
import { DialogueList } from '../../past-dialogues/dialogue-list.tsx';
import { useDialogues } from '../../past-dialogues/use-dialogues.ts';
import { BotGallery } from './bot-gallery.tsx';
import { Greeting } from './greeting.tsx';
import home from './home.module.css';
import { useBots } from './use-bots.ts';

export default function Home() {
  const { t } = useTranslation('chat');
  const bots = useBots();
  const dialogues = useDialogues();
  return (
    <div className={home.screen}>
      <Greeting />
      <BotGallery bots={bots} />
      <section className={home.recent} aria-labelledby="chat-recent">
        <h2 id="chat-recent">{t('home.recent')}</h2>
        <DialogueList dialogues={dialogues} emptyText={t('home.noDialogues')} namesBot />
      </section>
    </div>
  );
}
