import { useState } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint } from '@parlance/shared/loading';
import { readReasoning } from '../../contract/api/runs/reasoning.ts';
import { extendBlocks, splitBlocks } from '../state/blocks.ts';
import type { Blocks } from '../state/blocks.ts';
import { AnswerText } from './answer-text.tsx';
import styles from './reasoning.module.css';

type Props = {
  /** The id of the answer. */
  readonly id: string;
  /** The text so far; null if none has arrived. */
  readonly text: string | null;
  /** True while the answer is being written. */
  readonly isRunning: boolean;
  /** True while the reasoning is being written. */
  readonly isThinking: boolean;
};

/** The text of a reasoning: as it grows, or as the server has it once the answer has ended. */
export default function ReasoningText({ id, text, isRunning, isThinking }: Props) {
  if (text !== null) return <Blocks id={id} text={text} isThinking={isThinking} />;
  // The stream brings it.
  return isRunning ? <Loading /> : <StoredReasoning id={id} />;
}

function StoredReasoning({ id }: { readonly id: string }) {
  const { t } = useTranslation('shared');
  const stored = useEndpoint(readReasoning, { params: { message_id: id } });
  if (stored.status === 'loading') return <Loading />;
  if (stored.status === 'failed')
    return (
      <p className={styles.failed} role="alert">
        <span>{t(failureKey(stored.failure))}</span>
        <button type="button" className="button" onClick={stored.retry}>
          {t('ui.retry')}
        </button>
      </p>
    );
  const { text } = stored.data;
  return text === '' ? <p>{t('ui.answer.reasoningGone')}</p> : <Blocks id={id} text={text} isThinking={false} />;
}

function Loading() {
  const { t } = useTranslation('shared');
  return <p role="status">{t('ui.loading')}</p>;
}

function Blocks({ id, text, isThinking }: Pick<Props, 'id' | 'isThinking'> & { readonly text: string }) {
  // The notes of a reasoning are none of the answer’s.
  return <AnswerText id={`${id}-reasoning`} blocks={useBlocks(text)} isGrowing={isThinking} />;
}

/** Returns the blocks of a text that mostly grows: what is finished is not cut again. */
function useBlocks(text: string): Blocks {
  const [known, setKnown] = useState(() => ({ text, blocks: splitBlocks(text) }));
  if (known.text === text) return known.blocks;
  const blocks = text.startsWith(known.text)
    ? extendBlocks(known.blocks, text.slice(known.text.length))
    : splitBlocks(text);
  setKnown({ text, blocks });
  return blocks;
}
