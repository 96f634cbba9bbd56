import { useEffect, useRef, useState } from 'react';
import type { GalleryBot } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { useLocation, useSearchParams } from '@parlance/shared/router';
import { AllowanceOnDemand } from '../../allowance/allowance-on-demand.tsx';
import { useBot } from '../../all-bots/use-bot.ts';
import { useUploadsAsk } from '../../attachments/use-uploads-ask.ts';
import { Composer } from '../../composer/composer.tsx';
import { useComposer } from '../../composer/use-composer.ts';
import { Avatar } from '../../controls/avatar.tsx';
import { botParameter, homePlace, templateParameter, toField } from '../../started/new-dialogue-address.ts';
import { useStart } from '../../started/use-start.ts';
import ask from './ask.module.css';
import { startingBot } from './starting-bot.ts';

/**
 * The message field of the home screen: for the bot asked last, unless another one is chosen, here or by the address.
 */
export function Ask({ bots }: { readonly bots: readonly GalleryBot[] }) {
  const [chosen, choose] = useState<string | null>(null);
  const [params] = useSearchParams();
  const wanted = chosen ?? params.get(botParameter);
  const bot = bots.find(({ id }) => id === wanted) ?? startingBot(bots);
  if (bot === undefined) return null;
  return <AskBot bots={bots} bot={bot} choose={choose} />;
}

type Props = { readonly bots: readonly GalleryBot[]; readonly bot: GalleryBot; readonly choose: (id: string) => void };

function AskBot({ bots, bot, choose }: Props) {
  const { t } = useTranslation('chat');
  const start = useStart();
  const details = useBot(bot.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const seesImages = details.status === 'ready' ? details.data.answers_with.sees_images : null;
  const composer = useComposer({ place: homePlace, to: bot.id, seesImages, send: (attempt) => start(bot, attempt) });
  useUploadsAsk(composer.attachments);
  const [params, setParams] = useSearchParams();
  const templateId = params.get(templateParameter);
  const template =
    templateId === null
      ? null
      : { id: templateId, done: () => setParams(without(params, templateParameter), { replace: true }) };
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === toField) field.current?.focus();
  }, [hash, key]);

  return (
    <div className={ask.ask}>
      {bots.length > 1 && (
        <label className={ask.choice}>
          <span>{t('home.askWhom')}</span>
          <span className={ask.chosen}>
            <Avatar emoji={bot.avatar} size="small" />
            <select value={bot.id} onChange={({ target }) => choose(target.value)}>
              {bots.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      <Composer
        state={composer}
        placeholder={t('composer.ask', { name: bot.name })}
        field={field}
        takesFiles
        chooseBot={(other) => choose(other.id)}
        template={template}
      />
      <p className="visually-hidden" role="status">
        {composer.isSending ? t('composer.sending') : ''}
      </p>
      <AllowanceOnDemand />
    </div>
  );
}

/** Returns the parameters of an address without one. */
const without = (params: URLSearchParams, name: string) =>
  new URLSearchParams([...params].filter(([other]) => other !== name));
