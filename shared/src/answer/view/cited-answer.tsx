import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { Citation } from '../../contract/api/runs/runs.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { AnswerBody } from './answer-body.tsx';
import body from './answer-body.module.css';
import type { Answer } from '../state/answer.ts';
import { QuotedPassage } from './quoted-passage.tsx';

export type ShownAnswer = {
  readonly id: string;
  readonly answer: Answer;
  /** The name of the bot. */
  readonly name: string;
  /** True while the stream of an answer under way is connected. */
  readonly isConnected?: boolean;
};

/** An answer without room beside it: a passage it rests on opens over the page, as quoted. */
export function CitedAnswer({ id, answer, name, isConnected = true }: ShownAnswer) {
  const { t } = useTranslation('shared');
  const [opened, open] = useState<Citation | null>(null);
  return (
    <div className={body.apart}>
      <AnswerBody id={id} answer={answer} name={name} isConnected={isConnected} openPassage={open} />
      {opened !== null && (
        <Dialog
          title={t('ui.answer.source', { number: opened.number, file: opened.file_name })}
          close={() => open(null)}
        >
          <div>
            <QuotedPassage heading={opened.heading} passage={opened.passage} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
