import type { Bot } from '@parlance/shared/contract/api/bots';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes } from '@parlance/shared/i18n/format';
import { FileIcon } from '../../controls/icons.tsx';
import bots from './bots.module.css';

/** What the answers rest on: who writes them, said plainly, and the files behind them. */
export function Knowledge({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('chat');
  const isEmbedded = bot.answers_with.kind === 'embedded';
  return (
    <section aria-labelledby="chat-knowledge">
      <h2 id="chat-knowledge">{t('bots.knows')}</h2>
      <p className={bots.model}>{isEmbedded ? t('bots.answersByQuoting') : t('bots.answersByModel', { model: bot.answers_with.name })}</p>
      {bot.files.length === 0 ? (
        <p className={bots.model}>{t('bots.noFiles')}</p>
      ) : (
        <ul className={bots.files}>
          {bot.files.map((file) => (
            <li key={file.id}>
              <FileIcon />
              <span className={bots.fileName} title={file.name}>
                {file.name}
              </span>
              <span className={bots.fileSize}>{formatBytes(currentLanguage(), file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
