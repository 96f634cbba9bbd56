import { useRef } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../controls/controls.module.css';
import { AttachIcon } from '../controls/icons.tsx';
import { expectFiles } from './chips-on-demand.tsx';
import { acceptedEndings } from './chosen-file.ts';
import type { Attachments } from './use-attachments.ts';
import { useLimits } from './use-limits.ts';

/** A button that opens the system's file dialog. */
export function AttachButton({
  attachments,
  className,
}: {
  readonly attachments: Attachments;
  readonly className: string | undefined;
}) {
  const { t } = useTranslation('chat');
  const input = useRef<HTMLInputElement>(null);
  const limits = useLimits(attachments.seesImages);
  return (
    <>
      <button
        type="button"
        className={`${controls.quiet} ${className ?? ''}`}
        aria-label={t('attachments.attach')}
        aria-description={limits}
        title={`${t('attachments.attach')}. ${limits}`}
        onClick={() => {
          expectFiles();
          input.current?.click();
        }}
      >
        <AttachIcon />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="attach"
        accept={acceptedEndings(attachments.seesImages)}
        onChange={({ target }) => {
          attachments.add([...(target.files ?? [])]);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
