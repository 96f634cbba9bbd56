import { useEffect, useRef } from 'react';
import { downloadFile } from '@parlance/shared/contract/api/files';
import type { FilePassage } from '@parlance/shared/contract/api/files';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import { QuotedPassage } from '@parlance/shared/ui/answer';
import controls from '../controls/controls.module.css';
import { SaveIcon } from '../controls/icons.tsx';
import { Failed } from '../loading/failed.tsx';
import { isNotFound } from '../loading/is-not-found.ts';
import { Bone, Skeleton } from '../loading/skeleton.tsx';
import panel from './passage-panel.module.css';
import { useFileText } from './use-file-text.ts';

type Read = {
  readonly fileId: string;
  /** The passage to show; null for the beginning. */
  readonly position: number | null;
  /** The passage as quoted: shown until the file is loaded, or if it no longer exists. */
  readonly quoted?: { readonly heading: string; readonly passage: string } | undefined;
};

/** The text of a file, scrolled to the passage. */
export function FileText({ fileId, position, quoted }: Read) {
  const { t } = useTranslation('chat');
  const reading = useFileText(fileId, position ?? 1);
  if (reading.status !== 'ready') {
    return (
      <>
        {quoted !== undefined && <QuotedPassage heading={quoted.heading} passage={quoted.passage} />}
        {reading.status === 'loading' && (
          <Skeleton>
            <Bone height={120} />
          </Skeleton>
        )}
        {reading.status === 'failed' &&
          (isNotFound(reading.failure) ? (
            <p className={panel.note}>{t('passage.fileGone')}</p>
          ) : (
            <Failed failure={reading.failure} retry={reading.retry} />
          ))}
      </>
    );
  }
  const { file, passages, earlier, later } = reading;
  const language = currentLanguage();
  return (
    <>
      <p className={panel.about}>
        <span>
          {t('passage.extent', {
            number: formatNumber(language, file.passages),
            size: formatBytes(language, file.size),
          })}
        </span>
        {file.has_original && (
          <a href={addressOf(downloadFile, { params: { file_id: file.id } })}>
            <SaveIcon />
            {t('passage.original')}
          </a>
        )}
      </p>
      {earlier !== null && (
        <button type="button" className={controls.button} onClick={earlier.load} disabled={earlier.isLoading}>
          {t('passage.earlier')}
        </button>
      )}
      {passages.map((passage, index) => (
        <Passage
          key={passage.position}
          passage={passage}
          previous={passages[index - 1]}
          isSought={passage.position === position}
        />
      ))}
      {reading.failure !== null && (
        <Failed failure={reading.failure} retry={(later ?? earlier)?.load ?? (() => undefined)} />
      )}
      {later !== null && (
        <button type="button" className={controls.button} onClick={later.load} disabled={later.isLoading}>
          {t('passage.later')}
        </button>
      )}
      {quoted !== undefined && <p className={panel.note}>{t('passage.wordForWord')}</p>}
    </>
  );
}

type Props = { readonly passage: FilePassage; readonly previous: FilePassage | undefined; readonly isSought: boolean };

function Passage({ passage, previous, isSought }: Props) {
  const { t } = useTranslation('chat');
  const sought = useRef<HTMLQuoteElement>(null);
  useEffect(() => {
    if (isSought) sought.current?.scrollIntoView({ block: 'center' });
  }, [isSought]);
  const { heading, page, content } = passage;
  return (
    <>
      {page !== null && page !== previous?.page && <p className={panel.page}>{t('passage.page', { number: page })}</p>}
      {heading !== '' && heading !== previous?.heading && <p className={panel.heading}>{heading}</p>}
      {isSought ? (
        <blockquote ref={sought} className={panel.passage}>
          {content}
        </blockquote>
      ) : (
        <p className={panel.surrounding}>{content}</p>
      )}
    </>
  );
}
