import { useEffect, useState } from 'react';
import { testQuestionsAtMost, type TestQuestion, type TestSet } from '@parlance/shared/contract/api/agent-test-sets';
import { type Agent } from '@parlance/shared/contract/api/agents';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { saveFile } from '@parlance/shared/download';
import type { Draft } from '../../agent-form/use-draft.ts';
import { useDeskHold } from '../../agent-form/use-leaving.ts';
import styles from './agent-edit.module.css';
import { QuestionFields } from './question-fields.tsx';
import { csvOfQuestions, questionsOfCsv } from './question-file.ts';
import { Results } from './results.tsx';
import { saveQuestions, useTestSet } from './use-tests.ts';

type Shown = {
  readonly agent: Agent;
  readonly draft: Draft;
  /** Told whether something is typed and not saved. */
  readonly typed: (isTyped: boolean) => void;
};

/** Questions whose answers are known, and how the versions answer them. */
export default function Tests({ agent, draft, typed }: Shown) {
  const loaded = useTestSet(agent.id);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return <TestSetEditor agent={agent} draft={draft} typed={typed} given={loaded.data} />;
}

function TestSetEditor({ agent, draft, typed, given }: Shown & { readonly given: TestSet }) {
  const { t } = useTranslation('agent-studio');
  const place = `tests ${agent.id}`;
  const left = useUnsaved<{ readonly questions: readonly TestQuestion[] }>(place, { questions: given.questions });
  // What others have saved since it was typed is found when one saves.
  const [saved, setSaved] = useState(left === null ? given : { ...given, revision: left.revision });
  const [questions, setQuestions] = useState<readonly TestQuestion[]>(left?.typed.questions ?? given.questions);
  const { send, isSending, failure } = useSending();
  const isChanged = questions !== saved.questions;
  useDeskHold(isChanged, { text: t('shared:ui.leave'), isKept: true });
  useEffect(() => {
    typed(isChanged);
    return () => typed(false);
  }, [isChanged, typed]);
  useUnsavedWaits(place, isChanged ? { typed: { questions }, revision: saved.revision } : null);
  const isFull = questions.length >= testQuestionsAtMost;

  function add(): void {
    setQuestions([...questions, { id: randomUuid(), question: '', language: currentLanguage(), points: [] }]);
  }
  async function read(file: File): Promise<void> {
    const { questions: found, refused } = questionsOfCsv(await file.text());
    const room = testQuestionsAtMost - questions.length;
    setQuestions([...questions, ...found.slice(0, room)]);
    snackbar(t('agentEdit.tests.imported', { number: Math.min(found.length, room), refused: refused + Math.max(0, found.length - room) }), { tone: refused > 0 ? 'warn' : 'good' });
  }
  const save = () =>
    send(async () => {
      const complete = questions.filter(({ question }) => question.trim() !== '').map((it) => ({ ...it, points: it.points.filter(({ text }) => text.trim() !== '') }));
      const now = await saveQuestions(agent.id, saved.revision, complete);
      setSaved(now);
      setQuestions(now.questions);
      return 'again';
    });
  return (
    <>
      <p className={styles.message}>{saved.judge === 'none' ? t('agentEdit.tests.noJudge') : t('agentEdit.tests.about')}</p>
      <fieldset className={styles.points} disabled={!agent.can.edit}>
        <legend className="visually-hidden">{t('agentEdit.tests.questions')}</legend>
        <ol className={styles.questions}>
          {questions.map((question, index) => (
            <li key={question.id}>
              <QuestionFields
                question={question}
                place={index + 1}
                canMean={saved.judge === 'model'}
                change={(next) => setQuestions(questions.map((it) => (it.id === next.id ? next : it)))}
                remove={() => setQuestions(questions.filter(({ id }) => id !== question.id))}
              />
            </li>
          ))}
        </ol>
        <SubmitFailure failure={failure} isTyped />
        <div className={styles.actions}>
          <button type="button" className="button" disabled={isFull} onClick={add}>{t('agentEdit.tests.add')}</button>
          <label className="button">
            {t('agentEdit.tests.import')}
            <input
              type="file"
              className="visually-hidden"
              accept=".csv,text/csv"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) void read(file);
                target.value = '';
              }}
            />
          </label>
          {questions.length > 0 && <button type="button" className="button" onClick={() => saveFile('test-set.csv', csvOfQuestions(questions), 'text/csv;charset=utf-8')}>{t('agentEdit.tests.export')}</button>}
          {isChanged && <button type="button" className="button button-main" aria-disabled={isSending} onClick={save}>{t('agentEdit.tests.save')}</button>}
        </div>
      </fieldset>
      {saved.questions.length > 0 && <Results agent={agent} isUnsaved={isChanged} saveDraft={draft.save} />}
    </>
  );
}
