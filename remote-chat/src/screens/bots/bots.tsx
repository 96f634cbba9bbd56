import type { Bot } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { useParams } from '@parlance/shared/router';
import { Composer } from '../../composer/composer.tsx';
import { useComposer } from '../../composer/use-composer.ts';
import { Avatar } from '../../controls/avatar.tsx';
import { Failed } from '../../loading/failed.tsx';
import { isNotFound } from '../../loading/is-not-found.ts';
import { NotFound } from '../../loading/not-found.tsx';
import { Bone, Skeleton } from '../../loading/skeleton.tsx';
import { DialogueList } from '../../past-dialogues/dialogue-list.tsx';
import { useDialogues } from '../../past-dialogues/use-dialogues.ts';
import { useDocumentTitle } from '../../naming/use-document-title.ts';
import bots from './bots.module.css';
import { Knowledge } from './knowledge.tsx';
import { useBot, useStart } from './use-bot.ts';

export default function Bots() {
  const { t } = useTranslation('chat');
  const { botId = '' } = useParams();
  const bot = useBot(botId);
  if (bot.status === 'loading') return <Loading />;
  if (bot.status === 'ready') return <About key={bot.data.id} bot={bot.data} />;
  if (isNotFound(bot.failure)) return <NotFound title={t('bots.notFound')} text={t('bots.notFoundWhy')} />;
  return (
    <div className={bots.screen}>
      <h1 tabIndex={-1}>{t('bots.title')}</h1>
      <Failed failure={bot.failure} retry={bot.retry} />
    </div>
  );
}

function About({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('chat');
  const send = useStart(bot);
  const composer = useComposer({ place: `bot.${bot.id}`, isRunning: false, send });
  const dialogues = useDialogues(bot.id);
  useDocumentTitle(bot.name);
  return (
    <div className={bots.screen}>
      <header className={bots.head}>
        <Avatar emoji={bot.avatar} size="large" />
        <div>
          <h1 tabIndex={-1}>{bot.name}</h1>
          <p>{bot.description}</p>
        </div>
      </header>
      <div className={bots.begin}>
        {bot.greeting !== '' && <p className={bots.greeting}>{bot.greeting}</p>}
        {bot.starters.length > 0 && (
          <ul className={bots.starters} aria-label={t('bots.starters')}>
            {bot.starters.map((starter) => (
              <li key={starter}>
                <button type="button" className={bots.starter} onClick={() => composer.submit(starter)} disabled={composer.isSending}>
                  {starter}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Composer state={composer} placeholder={t('composer.ask', { name: bot.name })} />
        <p className="visually-hidden" role="status">
          {composer.isSending ? t('composer.sending') : ''}
        </p>
      </div>
      <Knowledge bot={bot} />
      <section aria-labelledby="chat-past">
        <h2 id="chat-past">{t('bots.past', { name: bot.name })}</h2>
        <DialogueList dialogues={dialogues} emptyText={t('bots.noPast', { name: bot.name })} namesBot={false} />
      </section>
    </div>
  );
}

function Loading() {
  return (
    <div className={bots.screen}>
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
