import { useState } from 'react';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { useScreenName } from '@parlance/shared/remote/screen-name';
import { useParams } from '@parlance/shared/router';
import { useBot } from '../../all-bots/use-bot.ts';
import { Failed } from '../../loading/failed.tsx';
import { isNotFound } from '../../loading/is-not-found.ts';
import { NotFound } from '../../loading/not-found.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import { FilePanel } from '../../passage/file-panel.tsx';
import { FileText } from '../../passage/file-text.tsx';
import { DialogueList } from '../../past-dialogues/dialogue-list.tsx';
import { useDialogues } from '../../past-dialogues/use-dialogues.ts';
import { Begin } from './begin.tsx';
import bots from './bots.module.css';
import { BotHead } from './head.tsx';
import { Knowledge, type KnownFile } from './knowledge.tsx';

export default function Bots() {
  const { t } = useTranslation('chat');
  const { botId = '' } = useParams();
  const bot = useBot(botId);
  if (bot.status === 'loading') return <Loading />;
  if (bot.status === 'ready') return <About key={bot.data.id} bot={bot.data} reload={bot.retry} />;
  if (isNotFound(bot.failure)) return <NotFound title={t('bots.notFound')} text={t('bots.notFoundWhy')} />;
  return (
    <div className={bots.column}>
      <h1 tabIndex={-1}>{t('bots.title')}</h1>
      <Failed failure={bot.failure} retry={bot.retry} />
    </div>
  );
}

type OpenFile = { readonly file: KnownFile; readonly from: HTMLElement };

function About({ bot, reload }: { readonly bot: Bot; readonly reload: () => void }) {
  const { t } = useTranslation('chat');
  const dialogues = useDialogues(bot.id);
  const [opened, setOpened] = useState<OpenFile | null>(null);
  useScreenName(bot.name);

  function closeFile(): void {
    opened?.from.focus({ preventScroll: true });
    setOpened(null);
  }
  return (
    <div className={`${bots.screen} ${opened === null ? '' : bots.beside}`}>
      <div className={bots.column}>
        <BotHead bot={bot} reload={reload} />
        <Begin bot={bot} />
        <Knowledge bot={bot} open={(file, from) => setOpened({ file, from })} />
        <section aria-labelledby="chat-past">
          <h2 id="chat-past">{t('bots.past', { name: bot.name })}</h2>
          <div className={bots.rows}>
            <DialogueList dialogues={dialogues} emptyText={t('bots.noPast', { name: bot.name })} namesBot={false} />
          </div>
        </section>
      </div>
      {opened !== null && (
        <FilePanel title={opened.file.name} subject={opened.file} close={closeFile}>
          <FileText key={opened.file.id} fileId={opened.file.id} position={null} />
        </FilePanel>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={bots.column}>
      <Skeleton>
        <div className={bots.bones}>
          <Bone height={64} width="60%" />
          <Bone height={24} />
          <Bone height={48} />
          <Bone height={120} />
        </div>
      </Skeleton>
    </div>
  );
}
