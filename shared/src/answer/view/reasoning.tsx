import { memo, Suspense, useId, useState } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { DownMark } from '../../ui/controls/marks.tsx';
import type { Reasoning } from '../state/answer.ts';
import styles from './reasoning.module.css';
import { formatSeconds, useCountedSeconds } from './reasoning-time.ts';

/** Fetched with the first reasoning that is opened: most are not. */
const ReasoningText = lazyPart(() => import('./reasoning-text.tsx'));

type Props = {
  /** The id of the answer. */
  readonly id: string;
  readonly reasoning: Reasoning;
  /** True while the answer is being written. */
  readonly isRunning: boolean;
};

/** The reasoning behind an answer, folded: how long it took, and its text on demand. */
export const ReasoningDisclosure = memo(function ReasoningDisclosure({ id, reasoning, isRunning }: Props) {
  const { t } = useTranslation('shared');
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const isThinking = isRunning && !reasoning.isOver;
  const seconds = useCountedSeconds(reasoning.ms, isThinking);
  const language = currentLanguage();
  const thought = () =>
    seconds === 0
      ? t('ui.answer.thoughtBriefly')
      : t('ui.answer.thoughtFor', { duration: formatSeconds(language, seconds, 'long') });
  return (
    <div className={styles.reasoning}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <DownMark />
        <span>{isThinking ? t('ui.answer.thinking') : thought()}</span>
        {/* No part of the name, which a screen reader would say again each second. */}
        {isThinking && seconds > 0 && (
          <span className={styles.seconds} aria-hidden="true">
            {formatSeconds(language, seconds, 'short')}
          </span>
        )}
      </button>
      {isOpen && (
        <div id={textId} className={styles.text}>
          <Suspense fallback={null}>
            <ReasoningText id={id} text={reasoning.text} isRunning={isRunning} isThinking={isThinking} />
          </Suspense>
        </div>
      )}
    </div>
  );
});
