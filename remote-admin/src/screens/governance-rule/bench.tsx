import { useState } from 'react';
import type { BenchResult } from '@parlance/shared/contract/api/governance/rules';
import {
  benchTextMaxLength,
  misfitOf,
  type CheckedKind,
  type RuleDefinition,
} from '@parlance/shared/contract/api/governance/rule';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, SubmitFailure, TextField, useSending } from '@parlance/shared/ui/fields';
import styles from './governance-rule.module.css';
import { misfitFault } from './misfit-fault.ts';
import { tidyRule, runBench } from './use-rule.ts';

/** Tries the rule of the form on a text, before it is saved. */
export function Bench({ definition }: { readonly definition: RuleDefinition }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<CheckedKind>('prompt');
  const [result, setResult] = useState<BenchResult | null>(null);
  const { send, isSending, failure } = useSending();
  const misfit = misfitOf(definition);
  return (
    <section aria-labelledby="governance-bench" className={styles.part}>
      <h2 id="governance-bench">{t('governance.bench.title')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (misfit !== null) return;
          send(async () => {
            setResult(await runBench(tidyRule(definition), kind, text));
            return 'again';
          });
        }}
      >
        <Field label={t('governance.bench.kind')}>
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={({ target }) => setKind(target.value === 'answer' ? 'answer' : 'prompt')}
            >
              <option value="prompt">{t('governance.targets.prompt')}</option>
              <option value="answer">{t('governance.targets.answer')}</option>
            </select>
          )}
        </Field>
        <TextField
          label={t('governance.bench.text')}
          isLong
          maxLength={benchTextMaxLength}
          value={text}
          onType={setText}
        />
        <SubmitFailure failure={failure} isTyped />
        {misfit !== null && <p className={styles.warning}>{t(misfitFault(misfit).key)}</p>}
        <button type="submit" className="button" aria-disabled={isSending || misfit !== null}>
          {t('governance.bench.try')}
        </button>
      </form>
      <div role="status">{result !== null && <Result result={result} />}</div>
    </section>
  );
}

function Result({
  result: { outcome, seen, message, hits, is_too_broad: isTooBroad },
}: {
  readonly result: BenchResult;
}) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.result}>
      <p>
        <strong>{t(`governance.bench.outcomes.${outcome}`)}</strong>{' '}
        {t('governance.bench.found', { found: hits.length })}
      </p>
      {message !== '' && <p>{t('governance.bench.told', { message })}</p>}
      {seen !== '' && (
        <>
          <h3>{t('governance.bench.seen')}</h3>
          <p className={styles.seen}>{seen}</p>
        </>
      )}
      {isTooBroad && <p className={styles.warning}>{t('governance.bench.tooBroad')}</p>}
    </div>
  );
}
