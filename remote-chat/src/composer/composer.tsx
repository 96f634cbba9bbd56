import { Suspense, useId, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { usageSignals } from '@parlance/shared/usage';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { AttachButton } from '../attachments/attach-button.tsx';
import { AttachmentChips } from '../attachments/chips-on-demand.tsx';
import controls from '../controls/controls.module.css';
import { SendIcon } from '../controls/icons.tsx';
import composer from './composer.module.css';
import { focusToWrite, isFocusGiven } from './focus-to-write.ts';
import { NewLineButton } from './new-line-button.tsx';
import { pastedFiles } from './pasted-files.ts';
import { Problem } from './problem.tsx';
import { StopButton } from './stop-button.tsx';
import type { ComposerState } from './use-composer.ts';
import { BotChoice } from './bot-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { optionId, useBotChoice } from './use-bot-choice.ts';
import type { ChooseBot } from './use-bot-choice.ts';
import { useTemplateChoice, type WantedTemplate } from './use-template-choice.ts';

const TemplateDialog = lazyPart(() => import('./template-dialog.tsx'));

type Props = {
  readonly state: ComposerState;
  readonly placeholder: string;
  /** The label of the field; defaults to “Message”. */
  readonly label?: string;
  /** True if files may be attached. */
  readonly takesFiles?: boolean;
  /** Receives the bot chosen by “@”. Absent: “@” has no meaning. */
  readonly chooseBot?: ChooseBot;
  /** A note above the offered bots, if choosing one leads away. */
  readonly chooseBotNote?: string;
  readonly template?: WantedTemplate | null;
  /** Stops the answer under way; absent if there is none. */
  readonly stop?: (() => Promise<void>) | undefined;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
};

/** The key code by which some browsers end a composition, without `isComposing`. */
const composingKeyCode = 229;

/** The message field: Enter sends unless Shift is held (specification §5). */
export function Composer({
  state,
  placeholder,
  label,
  takesFiles = false,
  chooseBot,
  chooseBotNote,
  template = null,
  stop,
  field: givenField,
}: Props) {
  const { t } = useTranslation('chat');
  const hint = useId();
  const options = useId();
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = givenField ?? ownField;
  const choice = useBotChoice(state, chooseBot ?? null);
  const templates = useTemplateChoice(state, template);
  // A text begins with at most one of the two.
  const offered = templates.isOpen ? templates : choice;

  /** Returns the focus to the field: the pressed button has become another one, and the person writes next. */
  const goOnWriting = () => focusToWrite(field.current);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari has no other way to say that Enter ends a composition
    const isComposing = event.nativeEvent.isComposing || event.keyCode === composingKeyCode;
    // A key with a modifier is no choice, and a held key is one press.
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isComposing && event.key === 'Enter' && event.repeat && !event.shiftKey) {
      event.preventDefault();
      return;
    }
    if (!isComposing && isPlain && offered.onKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing) {
      usageSignals.typing();
      return;
    }
    event.preventDefault();
    state.submit();
  }

  function onPaste(event: ClipboardEvent): void {
    const files = pastedFiles(event.clipboardData);
    if (!takesFiles || files.length === 0) return;
    event.preventDefault();
    state.attachments.add(files);
  }

  function insert(text: string, files: readonly File[]): void {
    state.putInFront(text, { insteadOf: templates.typed });
    if (takesFiles && files.length > 0) state.attachments.add(files);
    templates.close();
    goOnWriting();
  }

  const hasSend = stop === undefined || state.text.trim() !== '';
  return (
    <>
      <form
        className={composer.form}
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
          goOnWriting();
        }}
      >
        <Problem state={state} />
        <div className={composer.box}>
          <BotChoice id={options} choice={choice} note={chooseBotNote} />
          <TemplateChoice id={options} choice={templates} />
          {takesFiles && <AttachmentChips attachments={state.attachments} />}
          {takesFiles && <AttachButton attachments={state.attachments} className={composer.action} />}
          <div className={composer.growing} data-text={state.text}>
            <textarea
              ref={field}
              className={composer.field}
              aria-label={label ?? t('composer.message')}
              aria-describedby={hint}
              aria-invalid={state.excess > 0}
              {...(offered.isOpen
                ? {
                    'aria-haspopup': 'listbox',
                    'aria-controls': options,
                    'aria-activedescendant': optionId(options, offered.at),
                  }
                : {})}
              placeholder={placeholder}
              rows={1}
              value={state.text}
              onChange={({ target }) => {
                choice.onCaret(target.value, target.selectionStart);
                state.type(target.value);
              }}
              onSelect={({ currentTarget }) => choice.onCaret(currentTarget.value, currentTarget.selectionStart)}
              onFocus={() => void (isFocusGiven() || usageSignals.typing())}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              enterKeyHint="send"
              autoComplete="off"
            />
          </div>
          <NewLineButton field={field} />
          {stop !== undefined && <StopButton stop={stop} onStopped={goOnWriting} />}
          {hasSend && (
            <SendButton canSend={state.canSend} label={stop === undefined ? t('composer.send') : t('composer.queue')} />
          )}
        </div>
        <p className={composer.waits} role="status">
          {state.isWaitingForFiles && t('composer.waitsForFiles')}
        </p>
        <p id={hint} className={composer.hint}>
          {stop === undefined ? t('composer.hint') : t('composer.queueHint')}
        </p>
      </form>
      {templates.filling !== null && (
        <Suspense fallback={null}>
          <TemplateDialog template={templates.filling} close={templates.close} insert={insert} />
        </Suspense>
      )}
    </>
  );
}

function SendButton({ canSend, label }: { readonly canSend: boolean; readonly label: string }) {
  return (
    <button
      type="submit"
      className={`${controls.button} ${controls.primary} ${composer.action}`}
      aria-label={label}
      title={label}
      disabled={!canSend}
    >
      <SendIcon />
    </button>
  );
}
