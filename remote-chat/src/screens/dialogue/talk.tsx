import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import { useTranslation } from '@parlance/shared/i18n';
import { useLocation, useNavigationType } from '@parlance/shared/router';
import { AnswerNews } from '@parlance/shared/ui/answer/news';
import { useBot } from '../../all-bots/use-bot.ts';
import { AllowanceOnDemand } from '../../allowance/allowance-on-demand.tsx';
import { DropArea } from '../../attachments/drop-area.tsx';
import { useUploadsAsk } from '../../attachments/use-uploads-ask.ts';
import type { Attempt } from '../../composer/attempt.ts';
import { Composer } from '../../composer/composer.tsx';
import { focusToWrite } from '../../composer/focus-to-write.ts';
import { useComposer } from '../../composer/use-composer.ts';
import controls from '../../controls/controls.module.css';
import { DownIcon } from '../../controls/icons.tsx';
import type { Entry } from '../../messages/entry.ts';
import { NotFound } from '../../loading/not-found.tsx';
import { TurnsContext } from '../../message-actions/turns.ts';
import { useReadingPlace } from '../../message-list/use-reading-place.ts';
import { PassagePanel } from '../../passage/passage-panel.tsx';
import dialogue from './dialogue.module.css';
import { Head } from './head.tsx';
import { keepConversation, keepPlace, keptConversation, keptPlace } from './kept-places.ts';
import { Messages } from './messages.tsx';
import { useAnsweringMark } from './use-answering-mark.ts';
import { useAskAnother } from './use-ask-another.ts';
import { useDialogue } from './use-dialogue.ts';
import type { OpenDialogue } from './use-opened.ts';
import { usePrint } from './use-print.ts';
import { useReturned } from './use-returned.ts';
import { useSoughtMessage } from './use-sought-message.ts';
import { useSummary } from './use-summary.ts';
import { useTurnsOf } from './use-turns.ts';

/** An open dialogue: its messages, the answer under way, and the message field. */
export function Talk({ opened }: { readonly opened: OpenDialogue }) {
  const { t } = useTranslation('chat');
  const { key } = useLocation();
  const navigation: string = useNavigationType();
  const [kept] = useState(() => keptConversation(opened.dialogue.id));
  const state = useDialogue(opened, kept);
  const { conversation, running, older } = state;
  const summary = useSummary(opened.dialogue, running !== null);
  const { bot } = summary.dialogue;
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const place = useReadingPlace(content, {
    returnTo: navigation === 'POP' ? keptPlace(key) : null,
    onPlace: (it) => keepPlace(key, it),
    onNearBeginning: () => older?.failure === null && older.load(),
  });
  const passage = usePassage();

  async function send(attempt: Attempt): Promise<void> {
    place.goToEnd();
    await state.ask(attempt);
  }
  const about = useBot(bot.id);
  const { viewedId } = conversation;
  const composer = useComposer({
    place: opened.dialogue.id,
    to: viewedId ?? opened.dialogue.id,
    seesImages: about.status === 'ready' ? about.data.answers_with.sees_images : null,
    send,
  });
  useUploadsAsk(composer.attachments);
  function writeOn({ answer, attachments }: Entry): void {
    composer.putInFront(answer.text, { attachments });
    focusToWrite(field.current);
  }
  const returned = useReturned(composer.sending, state.loadNewest);
  const askAnother = useAskAnother(composer);
  const turns = useTurnsOf(opened.dialogue.id, state, { writeOn, goToEnd: place.goToEnd });
  const printing = usePrint(state.loadAll);
  const sought = useSoughtMessage(state, place.leaveEnd);
  useFocusOnOpening(field);
  useAnsweringMark(summary.dialogue.title, running !== null);
  // A viewed branch is not restored on return.
  useEffect(
    () => (viewedId === null ? keepConversation(opened.dialogue.id, { conversation, opened }) : undefined),
    [conversation, opened, viewedId],
  );

  if (summary.isGone || state.isGone) return <NotFound title={t('dialogue.notFound')} text={t('dialogue.gone')} />;
  return (
    <TurnsContext value={turns}>
      <div className={`${dialogue.screen} ${passage.citation === null ? '' : dialogue.beside}`}>
        <div className={dialogue.talk}>
          <div className={dialogue.column} ref={content}>
            <Head summary={summary} print={printing.print} />
            <Messages
              state={state}
              sending={conversation.sending ?? returned}
              bot={bot}
              sought={sought}
              isWhole={printing.isPrinting}
              openPassage={passage.open}
            />
          </div>
          <div className={dialogue.foot}>
            {!place.isReadingEnd && <ToEnd go={place.goToEnd} />}
            <Composer
              state={composer}
              placeholder={t('composer.ask', { name: bot.name })}
              field={field}
              takesFiles
              chooseBot={askAnother}
              chooseBotNote={t('composer.anotherBegins')}
              stop={running === null ? undefined : state.stop}
            />
          </div>
          <AnswerNews running={running} entries={conversation.entries} name={bot.name} />
        </div>
        {passage.citation !== null && <PassagePanel citation={passage.citation} close={passage.close} />}
      </div>
      <DropArea attachments={composer.attachments} />
      <AllowanceOnDemand />
    </TurnsContext>
  );
}

function ToEnd({ go }: { readonly go: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <button type="button" className={`${controls.button} ${dialogue.toEnd}`} onClick={go}>
      <DownIcon />
      {t('dialogue.toEnd')}
    </button>
  );
}

type Passage = {
  readonly citation: Citation | null;
  readonly open: (citation: Citation, from: HTMLElement) => void;
  readonly close: () => void;
};

/** Manages the open passage. Closing it returns the focus to its opener. */
function usePassage(): Passage {
  const [shown, setShown] = useState<{ readonly citation: Citation; readonly from: HTMLElement } | null>(null);
  // A stable function: another one would re-render the messages.
  const open = useMemo(() => (citation: Citation, from: HTMLElement) => setShown({ citation, from }), []);
  function close(): void {
    shown?.from.focus({ preventScroll: true });
    setShown(null);
  }
  return { citation: shown?.citation ?? null, open, close };
}

/** Focuses the message field on opening. */
function useFocusOnOpening(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => focusToWrite(field.current), [field]);
}
