import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { Dialog } from '@parlance/shared/ui/dialog';
import dialogForm from '@parlance/shared/ui/dialog-form.module.css';
import { Actions, FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { useTestQuestion } from './use-test-question.ts';

type Props = {
  readonly messageId: string;
  readonly bot: { readonly id: string; readonly name: string };
  readonly close: () => void;
};
/** The most characters of one point of the answer. */
const pointMaxLength = 500;

/**
 * Adds the prompt of an answer to the test set of its agent, with the points a good answer must and must not contain.
 */
export function TestQuestionDialog({ messageId, bot, close }: Props) {
  const { t } = useTranslation('admin');
  const addQuestion = useTestQuestion(messageId);
  const [must, setMust] = useState('');
  const [mustNot, setMustNot] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [questions, setQuestions] = useState<number | null>(null);
  const { send, isSending, failure } = useSending();

  async function add(): Promise<undefined> {
    const points = [
      ...linesOf(must).map((text) => ({ text, must: 'contain' as const })),
      ...linesOf(mustNot).map((text) => ({ text, must: 'not-contain' as const })),
    ];
    setQuestions(await addQuestion(points));
  }
  return (
    <Dialog title={t('dialogueLog.test.title')} close={close}>
      {questions === null ? (
        <form
          className={dialogForm.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const isNothing = linesOf(must).length + linesOf(mustNot).length === 0;
            setMissing(isNothing);
            if (!isNothing) send(add);
          }}
        >
          <p>{t('dialogueLog.test.text', { bot: bot.name })}</p>
          <TextField
            label={t('dialogueLog.test.must')}
            hint={t('dialogueLog.test.lines')}
            value={must}
            maxLength={pointMaxLength}
            onType={setMust}
            isLong
            isOptional
            fault={isMissing ? { key: 'admin:dialogueLog.test.missing' } : undefined}
          />
          <TextField
            label={t('dialogueLog.test.mustNot')}
            hint={t('dialogueLog.test.lines')}
            value={mustNot}
            maxLength={pointMaxLength}
            onType={setMustNot}
            isLong
            isOptional
          />
          <FormEnd label={t('dialogueLog.test.add')} isSending={isSending} failure={failure} onCancel={close} />
        </form>
      ) : (
        <>
          <p role="status">{t('dialogueLog.test.added', { bot: bot.name, questions })}</p>
          <Actions>
            <Link className="button button-main" to={`/agent-edit/${bot.id}?tab=tests`}>
              {t('dialogueLog.test.toAgent')}
            </Link>
            <button type="button" className="button" onClick={close}>
              {t('dialogueLog.test.close')}
            </button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
