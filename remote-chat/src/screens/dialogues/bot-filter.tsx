import { useTranslation } from '@parlance/shared/i18n';
import { useAllBots } from '../../all-bots/use-all-bots.ts';
import screen from './dialogues.module.css';

type Props = { readonly bot: string | null; readonly choose: (bot: string | null) => void };

/** Filters the list by one assistant. Without the assistants' names there is nothing to choose from. */
export function BotFilter({ bot, choose }: Props) {
  const { t } = useTranslation('chat');
  const bots = useAllBots();
  if (bots.status !== 'ready' || (bots.data.length < 2 && bot === null)) return null;
  return (
    <select
      className={screen.filter}
      aria-label={t('dialogues.bot')}
      value={bot ?? ''}
      data-chosen={bot !== null}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
    >
      <option value="">{t('dialogues.allBots')}</option>
      {bot !== null && !bots.data.some(({ id }) => id === bot) && (
        <option value={bot}>{t('dialogues.formerBot')}</option>
      )}
      {bots.data.map(({ id, name, avatar }) => (
        <option key={id} value={id}>
          {avatar} {name}
        </option>
      ))}
    </select>
  );
}
