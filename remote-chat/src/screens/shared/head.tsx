import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import { isNotFound } from '../../loading/is-not-found.ts';
import shared from './shared.module.css';
import { useCopying } from './use-shared.ts';

/** The title of a share, its owner and expiry, and a button to continue it. */
export function SharedHead({ share }: { readonly share: SharedDialogue }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  const { copy, isCopying, failure } = useCopying(share.id);
  const given = { name: share.shared_by.name, date: formatDate(language, share.shared_at) };
  return (
    <header className={shared.head}>
      <div className={shared.about}>
        <h1 tabIndex={-1}>{share.title}</h1>
        <p className={shared.bot}>
          <Avatar emoji={share.bot.avatar} size="small" />
          {share.bot.name}
        </p>
        <p className={shared.note}>
          {share.is_own ? t('shared.byYou', given) : t('shared.by', given)}{' '}
          {share.expires_at !== null && t('shared.until', { date: formatDate(language, share.expires_at) })}
        </p>
      </div>
      <button
        type="button"
        className={`${controls.button} ${controls.primary}`}
        disabled={isCopying}
        onClick={() => void copy()}
      >
        {t('shared.goOn')}
      </button>
      {failure !== null && (
        <p className={shared.problem} role="alert">
          {isNotFound(failure) ? t('shared.cannotGoOn') : t(failureKey(failure))}
        </p>
      )}
    </header>
  );
}
