import type { Bot } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { botCategoryNames } from '../../all-bots/category-names.ts';
import { Avatar } from '../../controls/avatar.tsx';
import { FavoriteButton } from '../../favorite/favorite-button.tsx';
import bots from './bots.module.css';

/** The bot's name, its purpose, and the person responsible for its answers. */
export function BotHead({ bot, reload }: { readonly bot: Bot; readonly reload: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <header className={bots.head}>
      <Avatar emoji={bot.avatar} size="large" />
      <div>
        <h1 tabIndex={-1}>{bot.name}</h1>
        <p>{bot.description}</p>
        <p className={bots.facts}>
          <span>{botCategoryNames(t)[bot.category]}</span>
          {bot.responsible !== null && <span>{t('bots.responsible', { name: bot.responsible.name })}</span>}
        </p>
      </div>
      <FavoriteButton bot={bot} onChanged={reload} />
    </header>
  );
}
