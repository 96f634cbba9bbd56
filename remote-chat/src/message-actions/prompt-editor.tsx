import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Composer } from '../composer/composer.tsx';
import { useComposer } from '../composer/use-composer.ts';
import controls from '../controls/controls.module.css';
import type { Entry } from '../messages/entry.ts';
import { SentFiles } from '../messages/sent-files.tsx';
import actions from './actions.module.css';
import { useTurns } from './turns.ts';

/**
 * Edits a prompt in a field of its own, to ask something else in its place. The previous answer stays, as a version.
 */
export function PromptEditor({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  const { edit, setEditedId } = useTurns();
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => setEditedId(null);
  const state = useComposer({
    place: `edit.${entry.id}`,
    begins: entry.answer.text,
    send: async ({ attachmentIds: _, ...attempt }) => {
      await edit(entry, { ...attempt, attachmentIds: entry.attachments.map(({ id }) => id) });
      close();
    },
  });
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function cancel(): void {
    state.type('');
    close();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') cancel();
  }
  return (
    <div className={actions.editor} onKeyDown={onKeyDown} role="group" aria-label={t('dialogue.edit')}>
      <SentFiles attachments={entry.attachments} />
      <Composer state={state} placeholder={t('composer.message')} label={t('dialogue.editField')} field={field} />
      <div className={actions.formEnd}>
        <p>{t('dialogue.editHint')}</p>
        <button type="button" className={controls.button} onClick={cancel}>
          {t('dialogues.cancel')}
        </button>
      </div>
    </div>
  );
}
