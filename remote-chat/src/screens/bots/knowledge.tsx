import { useState } from 'react';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import controls from '../../controls/controls.module.css';
import { FileIcon } from '../../controls/icons.tsx';
import bots from './bots.module.css';

/** The files shown at first, enough to show the topic; the rest on demand. */
const firstFiles = 5;

export type KnownFile = Bot['files'][number];
type Props = { readonly bot: Bot; readonly open: (file: KnownFile, from: HTMLElement) => void };

/** The basis of the answers: the model, named plainly, and the files, each of which opens. */
export function Knowledge({ bot, open }: Props) {
  const { t } = useTranslation('chat');
  return (
    <section aria-labelledby="chat-knowledge">
      <h2 id="chat-knowledge">{t('bots.knows')}</h2>
      <Model model={bot.answers_with} />
      {bot.files.length === 0 ? (
        <p className={bots.model}>{t('bots.noFiles')}</p>
      ) : (
        <Files files={bot.files} open={open} />
      )}
    </section>
  );
}

function Model({ model }: { readonly model: Bot['answers_with'] }) {
  const { t } = useTranslation('chat');
  const length = model.context_length;
  return (
    <p className={bots.model}>
      {model.kind === 'embedded' ? t('bots.answersByQuoting') : t('bots.answersByModel', { model: model.name })}
      {model.sees_images && ` ${t('bots.seesImages')}`}
      {length !== null && ` ${t('bots.contextLength', { number: formatNumber(currentLanguage(), length) })}`}
    </p>
  );
}

function Files({ files, open }: Pick<Bot, 'files'> & Pick<Props, 'open'>) {
  const { t } = useTranslation('chat');
  const [showsAll, setShowsAll] = useState(files.length <= firstFiles + 1);
  const shown = showsAll ? files : files.slice(0, firstFiles);
  const language = currentLanguage();
  return (
    <ul className={bots.files}>
      {shown.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className={bots.file}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => open(file, currentTarget)}
          >
            <FileIcon />
            <span className={bots.fileName} title={file.name}>
              {file.name}
            </span>
            <span className={bots.fileSize}>{formatBytes(language, file.size)}</span>
          </button>
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
