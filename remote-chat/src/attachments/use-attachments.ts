import { useEffect } from 'react';
import { attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { draftOf } from '../composer/draft-store.ts';
import { judgeFile } from './chosen-file.ts';
import type { ChosenFile, SeesImages } from './chosen-file.ts';
import { addFiles, lookUpFiles, removeFile, retryFile, sendHeldBack } from './draft-files.ts';

export type Attachments = {
  readonly files: readonly ChosenFile[];
  readonly seesImages: SeesImages;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (file: ChosenFile) => void;
  readonly retry: (file: ChosenFile) => void;
};

/** Returns the files of a place's draft, judged for the present model. Stored ones are looked up first. */
export function useAttachments(place: string, files: readonly ChosenFile[], seesImages: SeesImages): Attachments {
  const { t } = useTranslation('chat');
  useEffect(() => {
    const leaving = new AbortController();
    void lookUpFiles(place, leaving.signal);
    return () => leaving.abort();
  }, [place]);
  useEffect(() => {
    if (seesImages === true) sendHeldBack(place);
  }, [place, seesImages]);

  function add(chosen: readonly File[]): void {
    const room = Math.max(0, attachmentsAtMost - draftOf(place).files.length);
    if (chosen.length > room) snackbar(t('attachments.tooMany', { number: attachmentsAtMost }), { tone: 'warn' });
    addFiles(place, chosen.slice(0, room), seesImages);
  }
  return {
    files: files.map((file) => judgeFile(file, seesImages)),
    seesImages,
    add,
    remove: (file) => removeFile(place, file),
    retry: (file) => retryFile(place, file),
  };
}
