import { useState } from 'react';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import controls from '../../controls/controls.module.css';
import { FileIcon } from '../../controls/icons.tsx';
import bots from './bots.module.css';

/** So many say what it is about; the rest is there for whoever wants it. */
const firstFiles = 5;

/** What the answers rest on: who writes them, said plainly, and the files behind them. */
export function Knowledge({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('chat');
  const isEmbedded = bot.answers_with.kind === 'embedded';
  return (
    <section aria-labelledby="chat-knowledge">
      <h2 id="chat-knowledge">{t('bots.knows')}</h2>
      <p className={bots.model}>{isEmbedded ? t('bots.answersByQuoting') : t('bots.answersByModel', { model: bot.answers_with.name })}</p>
      {bot.files.length === 0 ? <p className={bots.model}>{t('bots.noFiles')}</p> : <Files files={bot.files} />}
    </section>
  );
}

function Files({ files }: Pick<Bot, 'files'>) {
  const { t } = useTranslation('chat');
  const [showsAll, setShowsAll] = useState(files.length <= firstFiles + 1);
  const shown = showsAll ? files : files.slice(0, firstFiles);
  const language = currentLanguage();
  return (
    <ul className={bots.files}>
      {shown.map((file) => (
        <li key={file.id}>
          <FileIcon />
          <span className={bots.fileName} title={file.name}>
            {file.name}
          </span>
          <span className={bots.fileSize}>{formatBytes(language, file.size)}</span>
        </li>
      ))}
      {!showsAll && (
        <li className={bots.allFiles}>
          <button type="button" className={controls.quiet} onClick={() => setShowsAll(true)}>
            {t('bots.allFiles', { number: formatNumber(language, files.length) })}
          </button>
        </li>
      )}
    </ul>
  );
}
