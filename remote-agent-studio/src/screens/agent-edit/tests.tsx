import { useEffect } from 'react';
import {
  testQuestionsAtMost,
  type TestQuestion,
  type TestSet,
} from '@parlance/shared/contract/api/agents/agent-test-sets';
import { type Agent } from '@parlance/shared/contract/api/agents/agents';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { Conflict } from '@parlance/shared/ui/conflict';
import { useEdited } from '@parlance/shared/ui/edited';
import { SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { saveFile } from '@parlance/shared/download';
import type { Draft } from '../../agent-form/use-draft.ts';
import { useDeskHold } from '../../agent-form/use-leaving.ts';
import styles from './agent-edit.module.css';
import { QuestionFields } from './question-fields.tsx';
import { csvOfQuestions, questionsOfCsv } from './question-file.ts';
import { Results } from './results.tsx';
import { completeOf, readTestSet, saveQuestions, useTestSet } from './use-tests.ts';

type Props = {
  readonly agent: Agent;
  readonly draft: Draft;
  /** Called when the input becomes unsaved or saved. */
  readonly typed: (isTyped: boolean) => void;
};

/** Questions with known answers, and the results of the versions. */
export default function Tests({ agent, draft, typed }: Props) {
  const loaded = useTestSet(agent.id);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return <TestSetEditor agent={agent} draft={draft} typed={typed} loaded={loaded.data} keep={loaded.keep} />;
}

type TestSetDraft = { readonly questions: readonly TestQuestion[] };
const writtenOf = ({ questions }: TestSet): TestSetDraft => ({ questions });

function TestSetEditor({
  agent,
  draft,
  typed,
  ...given
}: Props & { readonly loaded: TestSet; readonly keep: (set: TestSet) => void }) {
  const { t } = useTranslation('agent-studio');
  const edited = useEdited<TestSet, TestSetDraft>({
    ...given,
    placeOf: () => `tests ${agent.id}`,
    draftOf: writtenOf,
    revisionOf: ({ revision }) => revision,
    read: () => readTestSet(agent.id),
  });
  const {
    known: saved,
    draft: { questions },
    isChanged,
    theirs,
  } = edited;
  const setQuestions = (next: (before: readonly TestQuestion[]) => readonly TestQuestion[]) =>
    edited.change((before) => ({ questions: next(before.questions) }));
  const { send, isSending, failure } = useSending();
  useDeskHold(isChanged, { text: t('shared:ui.leave'), isKept: true });
  useEffect(() => {
    typed(isChanged);
    return () => typed(false);
  }, [isChanged, typed]);
  const isFull = questions.length >= testQuestionsAtMost;

  function add(): void {
    setQuestions((before) => [...before, { id: randomUuid(), question: '', language: currentLanguage(), points: [] }]);
  }
  async function read(file: File): Promise<void> {
    const { questions: found, refused } = questionsOfCsv(await file.text());
    const room = testQuestionsAtMost - questions.length;
    setQuestions((before) => [...before, ...found.slice(0, room)]);
    snackbar(
      t('agentEdit.tests.imported', {
        number: Math.min(found.length, room),
        refused: refused + Math.max(0, found.length - room),
      }),
      { tone: refused > 0 ? 'warn' : 'good' },
    );
  }
  const save = (over?: TestSet) =>
    send(async () => {
      await edited.save(({ questions: typed }, revision) => saveQuestions(agent.id, revision, completeOf(typed)), over);
      return 'again';
    });
  return (
    <>
      {theirs !== null && (
        <Conflict keepMine={() => save(theirs)} takeTheirs={() => edited.begin(theirs)} isSending={isSending}>
          <Theirs questions={theirs.questions} />
        </Conflict>
      )}
      <p className={styles.message}>
        {saved.judge === 'none' ? t('agentEdit.tests.noJudge') : t('agentEdit.tests.about')}
      </p>
      <fieldset className={styles.points} disabled={!agent.can.edit}>
        <legend className="visually-hidden">{t('agentEdit.tests.questions')}</legend>
        <ol className={styles.questions}>
          {questions.map((question, index) => (
            <li key={question.id}>
              <QuestionFields
                question={question}
                place={index + 1}
                canMean={saved.judge === 'model'}
                change={(next) => setQuestions((before) => before.map((it) => (it.id === next.id ? next : it)))}
                remove={() => setQuestions((before) => before.filter(({ id }) => id !== question.id))}
              />
            </li>
          ))}
        </ol>
        <SubmitFailure failure={failure} isTyped />
        <div className={styles.actions}>
          <button type="button" className="button" disabled={isFull} onClick={add}>
            {t('agentEdit.tests.add')}
          </button>
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
          {questions.length > 0 && (
            <button
              type="button"
              className="button"
              onClick={() => saveFile('test-set.csv', csvOfQuestions(questions), 'text/csv;charset=utf-8')}
            >
              {t('agentEdit.tests.export')}
            </button>
          )}
          {isChanged && (
            <button type="button" className="button button-main" aria-disabled={isSending} onClick={() => save()}>
              {t('agentEdit.tests.save')}
            </button>
          )}
        </div>
      </fieldset>
      {saved.questions.length > 0 && <Results agent={agent} isUnsaved={isChanged} saveDraft={draft.save} />}
    </>
  );
}

/** The other person's questions. */
function Theirs({ questions }: { readonly questions: readonly TestQuestion[] }) {
  return (
    <ul>
      {questions.map(({ id, question }) => (
        <li key={id}>{question}</li>
      ))}
    </ul>
  );
}
