import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Citation } from '@parlance/shared/contract/api/runs';
import { useTranslation } from '@parlance/shared/i18n';
import { Composer } from '../../composer/composer.tsx';
import { focusToWrite } from '../../composer/focus-to-write.ts';
import { useComposer } from '../../composer/use-composer.ts';
import type { Attempt } from '../../composer/attempt.ts';
import controls from '../../controls/controls.module.css';
import { DownIcon } from '../../controls/icons.tsx';
import { useDocumentTitle } from '../../naming/use-document-title.ts';
import { AnswerNews } from './answer-news.tsx';
import dialogue from './dialogue.module.css';
import { Head } from './head.tsx';
import { Messages } from './messages.tsx';
import { PassagePanel } from './passage-panel.tsx';
import { useDialogue } from './use-dialogue.ts';
import type { Opened } from './use-dialogue.ts';
import { useReadingPlace } from './use-reading-place.ts';

type Shown = { readonly citation: Citation; readonly from: HTMLElement };

/** A dialogue that is open: what was said, what is being said, and where one says the next thing. */
export function Talk({ opened }: { readonly opened: Opened }) {
  const { t } = useTranslation('chat');
  const { bot } = opened.dialogue;
  const state = useDialogue(opened);
  const { conversation, running, older } = state;
  const [shown, setShown] = useState<Shown | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const place = useReadingPlace(content, conversation.entries[0]?.id, () => older?.failure === null && older.load());
  const openPassage = useMemo(() => (citation: Citation, from: HTMLElement) => setShown({ citation, from }), []);

  async function send(attempt: Attempt): Promise<void> {
    place.goToEnd();
    await state.ask(attempt);
  }
  const composer = useComposer({ place: opened.dialogue.id, isRunning: running !== null, send });
  useFocusOnOpening(field);
  useDocumentTitle(opened.dialogue.title);

  function closePassage(): void {
    shown?.from.focus({ preventScroll: true });
    setShown(null);
  }

  return (
    <div className={`${dialogue.screen} ${shown === null ? '' : dialogue.beside}`}>
      <div className={dialogue.talk}>
        <div className={dialogue.column} ref={content}>
          <Head title={opened.dialogue.title} bot={bot} />
          <Messages state={state} bot={bot} openPassage={openPassage} />
        </div>
        <div className={dialogue.foot}>
          {!place.isReadingEnd && (
            <button type="button" className={`${controls.button} ${dialogue.toEnd}`} onClick={place.goToEnd}>
              <DownIcon />
              {t('dialogue.toEnd')}
            </button>
          )}
          <Composer state={composer} placeholder={t('composer.ask', { name: bot.name })} field={field} stop={running === null ? undefined : state.stop} />
        </div>
        <AnswerNews running={running} entries={conversation.entries} name={bot.name} />
      </div>
      {shown !== null && <PassagePanel citation={shown.citation} close={closePassage} />}
    </div>
  );
}

/** One comes here to write. */
function useFocusOnOpening(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => focusToWrite(field.current), [field]);
}
