import { useEffect, useRef, useState } from 'react';
import { titleMaxLength } from '@parlance/shared/contract/api/dialogues';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../../controls/controls.module.css';
import { useTrying } from '../../controls/use-trying.ts';
import dialogue from './dialogue.module.css';

type Props = { readonly title: string; readonly rename: (title: string) => Promise<void>; readonly close: () => void };

/** Edits the title in its own place: Enter saves it, Escape restores it. */
export function TitleEditor({ title, rename, close }: Props) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(title);
  const { isTrying, failure, attempt } = useTrying();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
    // Opened from far below it must be visible: the browser is content with half of a field.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  async function save(): Promise<void> {
    const wanted = text.trim();
    if (wanted !== '' && wanted !== title) await rename(wanted);
    close();
  }
  return (
    <form
      ref={form}
      className={dialogue.titleForm}
      onSubmit={(event) => {
        event.preventDefault();
        attempt(save);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <h1 className="visually-hidden">{title}</h1>
      <input
        ref={field}
        aria-label={t('dialogue.titleField')}
        value={text}
        maxLength={titleMaxLength}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="submit"
        className={`${controls.button} ${controls.primary}`}
        disabled={isTrying || text.trim() === ''}
      >
        {t('dialogues.save')}
      </button>
      <button type="button" className={controls.button} onClick={close}>
        {t('dialogues.cancel')}
      </button>
      {failure !== null && (
        <p role="alert" className={dialogue.problem}>
          {t(failureKey(failure))}
        </p>
      )}
    </form>
  );
}
