import { useTranslation } from '@parlance/shared/i18n';
import { Avatar } from '../controls/avatar.tsx';
import composer from './composer.module.css';
import { optionId } from './use-bot-choice.ts';
import type { BotChoiceState } from './use-bot-choice.ts';

type Props = { readonly id: string; readonly choice: BotChoiceState; readonly note?: string | undefined };

/** The bots that “@” offers, above the field, with a note on the effect of choosing one unless obvious. */
export function BotChoice({ id, choice, note }: Props) {
  const { t } = useTranslation('chat');
  return (
    <>
      <span className="visually-hidden" role="status">
        {choice.isOpen && [t('composer.botsOffered', { number: choice.bots.length }), note].filter(Boolean).join(' ')}
      </span>
      {choice.isOpen && (
        <div className={composer.offered}>
          {note !== undefined && <p>{note}</p>}
          <ul id={id} role="listbox" aria-label={t('composer.chooseBot')}>
            {choice.bots.map((bot, index) => (
              <li
                key={bot.id}
                id={optionId(id, index)}
                role="option"
                aria-selected={index === choice.at}
                // Keeps the focus in the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choice.choose(bot)}
              >
                <Avatar emoji={bot.avatar} size="small" />
                <span className={composer.botName}>{bot.name}</span>
                <span className={composer.botAbout}>{bot.description}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
