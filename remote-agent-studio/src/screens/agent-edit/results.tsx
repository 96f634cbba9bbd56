import { useState } from 'react';
import type { RefusedCall, TestRun } from '@parlance/shared/contract/api/agents/agent-test-sets';
import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatRelative } from '@parlance/shared/i18n/format';
import { failureKey } from '@parlance/shared/http';
import { Field } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { toolNameIn } from '../../tools/tool-row.tsx';
import styles from './agent-edit.module.css';
import { useTestRuns } from './use-tests.ts';
import { useVersions } from './use-versions.ts';

/** The number of runs side by side; older ones say nothing about the present draft. */
const shownRuns = 4;
type Props = { readonly agent: Agent; readonly isUnsaved: boolean; readonly saveDraft: () => Promise<number | null> };

/** Runs the test set, and shows the answers of the last runs side by side. */
export function Results({ agent, isUnsaved, saveDraft }: Props) {
  const { t } = useTranslation('agent-studio');
  const runs = useTestRuns(agent.id);
  const versions = useVersions(agent.id);
  const [number, choose] = useState<number | null>(null);
  const listed = runs.rows.status === 'ready' ? runs.rows.data : [];
  const running = listed.find(({ status }) => status === 'running');
  const attempt = (work: () => Promise<void>) =>
    void work().catch((failure: unknown) => snackbar(t(failureKey(failure)), { tone: 'bad' }));
  const run = async () => {
    if (number !== null || (await saveDraft()) !== null) await runs.run(number);
  };
  return (
    <section aria-label={t('agentEdit.tests.results')}>
      <div className={styles.run}>
        <Field label={t('agentEdit.tests.against')}>
          {(control) => (
            <select
              {...control}
              value={number ?? ''}
              onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
            >
              <option value="">{t('agentEdit.draft')}</option>
              {versions.rows.status === 'ready' &&
                versions.rows.data.map((version) => (
                  <option key={version.id} value={version.number}>
                    {t('agentEdit.version', { number: version.number })}
                  </option>
                ))}
            </select>
          )}
        </Field>
        {running === undefined ? (
          <button
            type="button"
            className="button button-main"
            disabled={isUnsaved || !agent.can.edit}
            onClick={() => attempt(run)}
          >
            {t('agentEdit.tests.run')}
          </button>
        ) : (
          <button type="button" className="button" onClick={() => attempt(() => runs.stop(running))}>
            {t('agentEdit.tests.stop')}
          </button>
        )}
        <span role="status">
          {running !== undefined
            ? t('agentEdit.tests.running', { done: running.results.length, of: running.of })
            : isUnsaved && t('agentEdit.tests.saveFirst')}
        </span>
      </div>
      {runs.rows.status === 'loading' && <LoadingState />}
      {runs.rows.status === 'failed' && <ErrorState error={runs.rows.failure} onRetry={runs.reload} />}
      {listed.length > 0 && <ResultTable runs={listed.slice(0, shownRuns)} />}
    </section>
  );
}

function ResultTable({ runs }: { readonly runs: readonly TestRun[] }) {
  const { t } = useTranslation('agent-studio');
  const questions = new Map(
    runs.toReversed().flatMap(({ results }) => results.map(({ question_id: id, question }) => [id, question] as const)),
  );
  return (
    <div className={styles.results} role="region" aria-label={t('agentEdit.tests.results')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('agentEdit.tests.question')}</th>
            {runs.map((run) => (
              <th key={run.id} scope="col">
                {run.number === null ? t('agentEdit.draft') : t('agentEdit.version', { number: run.number })}
                <p>
                  {formatRelative(currentLanguage(), run.started_at)} ·{' '}
                  {t('agentEdit.passed', { passed: run.passed, of: run.of })}
                </p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...questions].map(([id, question]) => (
            <tr key={id}>
              <th scope="row">{question}</th>
              {runs.map((run) => (
                <td key={run.id}>
                  <Result result={run.results.find(({ question_id: of }) => of === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the name of a custom tool with that of its function. */
const calledName = (
  t: ReturnType<typeof useTranslation<'agent-studio'>>['t'],
  { kind, tool_name: name, function: called }: RefusedCall,
) => toolNameIn(t, { kind, name: `${name}: ${called}` });

function Result({ result }: { readonly result: TestRun['results'][number] | undefined }) {
  const { t } = useTranslation('agent-studio');
  if (result === undefined) return '–';
  return (
    <details>
      <summary className={result.passed ? styles.good : styles.bad}>
        {result.passed ? t('agentEdit.tests.good') : t('agentEdit.tests.bad')}
      </summary>
      <p>
        {result.error_code === null
          ? result.answer
          : t([`shared:errors.${result.error_code}`, 'shared:errors.internal'])}
      </p>
      <ul>
        {result.points.map(({ text, met }) => (
          <li key={text}>
            {met === true ? '✓' : met === false ? '✗' : '?'} {text}
          </li>
        ))}
      </ul>
      {result.refused_calls?.map((refused, at) => (
        <div key={at}>
          <p>{t('agentEdit.tests.notCalled', { name: calledName(t, refused) })}</p>
          <code>{refused.arguments}</code>
        </div>
      ))}
    </details>
  );
}
