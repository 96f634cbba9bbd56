import './texts.ts';
import { Suspense, type ReactNode } from 'react';
import type { Execution } from '@parlance/shared/contract/api/executions';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { Link } from '@parlance/shared/router';
import { AnswerLater } from '@parlance/shared/ui/answer/later';
import { answerOf } from '@parlance/shared/ui/answer/state';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { ExecutionChip, WhySo } from './execution-state.tsx';
import styles from './executions.module.css';
import { costText, tokensText, tookText } from './figures.ts';
import { Moment } from './moment.tsx';
import { isUnderWay, useExecution } from './use-executions.ts';
import { useExecutionChanges } from './use-execution-changes.ts';

const ActionOutcomes = lazyPart(() => import('./action-outcomes.tsx'));

type Props = {
  readonly id: string;
  /** Returns the address of one execution's details: a replay leads to its own. */
  readonly addressOf: (executionId: string) => string;
};

/** The details of one execution: its cause, its prompt and answer, its actions, and its cost. */
export default function ExecutionView({ id, addressOf }: Props) {
  const loaded = useExecution(id);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return <Whole execution={loaded.data} addressOf={addressOf} reload={loaded.retry} />;
}

type WholeProps = {
  readonly execution: Execution;
  readonly addressOf: Props['addressOf'];
  readonly reload: () => void;
};

function Whole({ execution, addressOf, reload }: WholeProps) {
  const { t } = useTranslation('executions');
  const { id, input, prompt, actions } = execution;
  return (
    <div className={styles.whole}>
      <div className={styles.parts}>
        <div>
          <p className={styles.state} role="status">
            <ExecutionChip execution={execution} />
            <span>
              <WhySo execution={execution} />
            </span>
          </p>
        </div>
        <Buttons execution={execution} addressOf={addressOf} reload={reload} />
        {input !== null && (
          <Part title={t('view.input')}>
            <pre className={styles.event} role="group" tabIndex={0} aria-label={t('view.input')}>
              {readable(input)}
            </pre>
          </Part>
        )}
        <Part title={t('view.prompt')}>
          <p className={styles.said}>{prompt}</p>
        </Part>
        <Part title={t('view.answer')}>
          <Answer execution={execution} />
        </Part>
        {actions.length > 0 && (
          <Part title={t('view.actions')}>
            <Suspense fallback={<LoadingState />}>
              <ActionOutcomes executionId={id} actions={actions} mayRetry={execution.can.replay} changed={reload} />
            </Suspense>
          </Part>
        )}
      </div>
      <Facts execution={execution} addressOf={addressOf} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Buttons({ execution, addressOf, reload }: WholeProps) {
  const { t } = useTranslation('executions');
  const { replay, cancel, isSending } = useExecutionChanges(execution.id, addressOf, reload);
  const hasDialogues = useReachable('/dialogue/any');
  const { dialogue_id: dialogueId, can } = execution;
  if (!can.replay && !can.cancel && (dialogueId === null || !hasDialogues)) return null;
  return (
    <div className={styles.buttons}>
      {dialogueId !== null && hasDialogues && (
        <Link
          className={`button ${execution.status === 'approval' ? 'button-main' : ''}`}
          to={`/dialogue/${dialogueId}`}
        >
          {execution.status === 'approval' ? t('view.decide') : t('view.dialogue')}
        </Link>
      )}
      {can.replay && (
        <button type="button" className="button" aria-disabled={isSending} onClick={replay}>
          {t('view.replay')}
        </button>
      )}
      {can.cancel && (
        <button type="button" className="button" aria-disabled={isSending} onClick={cancel}>
          {t('view.cancel')}
        </button>
      )}
    </div>
  );
}

function Answer({ execution }: { readonly execution: Execution }) {
  const { t } = useTranslation('executions');
  const { id, output, bot } = execution;
  if (output === null || output === '')
    return <p>{isUnderWay(execution) ? t('view.answerComes') : t('view.noAnswer')}</p>;
  const answer = answerOf({ content: output, citations: [], status: 'complete', errorCode: null });
  return (
    <div className={styles.answer}>
      <AnswerLater id={id} answer={answer} name={bot?.name ?? ''} />
    </div>
  );
}

function Facts({ execution, addressOf }: Omit<WholeProps, 'reload'>) {
  const { t } = useTranslation('executions');
  const { cause, due_at: due, started_at: from, runs_as: as, bot, replay_of: repeated } = execution;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('columns.cause'), t(`causes.${cause}`)],
    [t('columns.due'), <Moment key="due" at={due} />],
    [t('view.began'), from !== null && <Moment key="began" at={from} />],
    [t('columns.took'), tookText(execution)],
    [t('view.agent'), bot?.name],
    [t('view.runsAs'), as?.name],
    [t('columns.tokens'), tokensText(execution)],
    [t('columns.cost'), costText(execution)],
    [
      t('view.repeats'),
      repeated !== null && (
        <Link key="repeated" to={addressOf(repeated)}>
          {t('view.earlier')}
        </Link>
      ),
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== false && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Formats JSON with a line for each part. Anything else stays as it is. */
function readable(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}
