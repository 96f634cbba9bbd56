import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { usageSignals } from '@parlance/shared/usage';
import controls from '../controls/controls.module.css';
import { SendIcon, StopIcon, WarningIcon } from '../controls/icons.tsx';
import composer from './composer.module.css';
import { focusToWrite } from './focus-to-write.ts';
import type { ComposerState } from './use-composer.ts';

type Composed = {
  readonly state: ComposerState;
  readonly placeholder: string;
  /** Stops the answer that is under way; absent where none is. */
  readonly stop?: (() => Promise<void>) | undefined;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
};

/** Browsers that cannot size a field by its content get a line for each line, up to this. */
const mostRows = 12;
/** Some browsers end a composition with a key of this code and without `isComposing`. */
const composingKeyCode = 229;

/** Where a message is written: Enter sends it unless Shift is held (specification §5). */
export function Composer({ state, placeholder, stop, field: givenField }: Composed) {
  const { t } = useTranslation('chat');
  const hint = useId();
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = givenField ?? ownField;

  /** The button that was pressed is another one now, and the next thing one does is to write. */
  function goOnWriting(): void {
    focusToWrite(field.current);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari says in no other way that this Enter ends a composition
    const isComposing = event.nativeEvent.isComposing || event.keyCode === composingKeyCode;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) {
      usageSignals.typing();
      return;
    }
    event.preventDefault();
    state.submit();
  }

  return (
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
        <textarea
          ref={field}
          className={composer.field}
          aria-label={t('composer.message')}
          aria-describedby={hint}
          aria-invalid={state.excess > 0}
          placeholder={placeholder}
          rows={Math.min(state.text.split('\n').length, mostRows)}
          value={state.text}
          onChange={(event) => state.type(event.target.value)}
          onFocus={usageSignals.typing}
          onKeyDown={onKeyDown}
          enterKeyHint="send"
          autoComplete="off"
        />
        {stop === undefined ? <SendButton canSend={state.canSend} /> : <StopButton stop={stop} onStopped={goOnWriting} />}
      </div>
      <p id={hint} className={composer.hint}>
        {t('composer.hint')}
      </p>
    </form>
  );
}

function SendButton({ canSend }: { readonly canSend: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <button type="submit" className={`${controls.button} ${controls.primary} ${composer.action}`} aria-label={t('composer.send')} title={t('composer.send')} disabled={!canSend}>
      <SendIcon />
    </button>
  );
}

function StopButton({ stop, onStopped }: { readonly stop: () => Promise<void>; readonly onStopped: () => void }) {
  const { t } = useTranslation('chat');
  const [isStopping, setIsStopping] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function tryStopping(): Promise<void> {
    setIsStopping(true);
    setFailure(null);
    try {
      await stop();
      onStopped();
    } catch (reason) {
      setFailure(reason);
      setIsStopping(false);
    }
  }

  return (
    <>
      {failure !== null && (
        <p className={composer.stopFailed} role="alert">
          {t('composer.notStopped')} {t(failureKey(failure))}
        </p>
      )}
      <button
        type="button"
        className={`${controls.button} ${composer.action}`}
        aria-label={t('composer.stop')}
        title={t('composer.stop')}
        disabled={isStopping}
        onClick={(event) => {
          // The second click of a double click on “Send” lands here and means nothing.
          if (event.detail <= 1) void tryStopping();
        }}
      >
        <StopIcon />
      </button>
    </>
  );
}

function Problem({ state }: { readonly state: ComposerState }) {
  const { t } = useTranslation('chat');
  if (state.excess > 0) {
    return (
      <p className={composer.problem} role="alert">
        <WarningIcon />
        <span>{t('composer.tooLong', { number: formatNumber(currentLanguage(), state.excess) })}</span>
      </p>
    );
  }
  if (state.failure === null) return null;
  return (
    <div className={composer.problem} role="alert">
      <WarningIcon />
      <span>
        {t('composer.notSent')} {t(failureKey(state.failure))}
      </span>
      <button type="button" className={controls.button} onClick={() => state.submit()} disabled={!state.canSend}>
        {t('loading.retry')}
      </button>
    </div>
  );
}
