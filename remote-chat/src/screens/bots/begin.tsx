import type { Bot } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { AllowanceOnDemand } from '../../allowance/allowance-on-demand.tsx';
import { useUploadsAsk } from '../../attachments/use-uploads-ask.ts';
import { Composer } from '../../composer/composer.tsx';
import { useComposer } from '../../composer/use-composer.ts';
import { useStart } from '../../started/use-start.ts';
import bots from './bots.module.css';

/** The bot's greeting, its starters, and the message field. */
export function Begin({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('chat');
  const start = useStart();
  const composer = useComposer({
    place: `bot.${bot.id}`,
    seesImages: bot.answers_with.sees_images,
    send: (attempt) => start(bot, attempt),
  });
  useUploadsAsk(composer.attachments);
  return (
    <div className={bots.begin}>
      {bot.greeting !== '' && <p className={bots.greeting}>{bot.greeting}</p>}
      {bot.starters.length > 0 && (
        <ul className={bots.starters} aria-label={t('bots.starters')}>
          {bot.starters.map((starter) => (
            <li key={starter}>
              <button
                type="button"
                className={bots.starter}
                onClick={() => composer.submit(starter)}
                disabled={composer.isSending}
              >
                {starter}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Composer state={composer} placeholder={t('composer.ask', { name: bot.name })} takesFiles />
      <p className="visually-hidden" role="status">
        {composer.isSending ? t('composer.sending') : ''}
      </p>
      <AllowanceOnDemand />
    </div>
  );
}
