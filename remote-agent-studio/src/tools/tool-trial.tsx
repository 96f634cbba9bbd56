import { useState } from 'react';
import { toolArgumentsMaxLength, tryTool, type Tool, type ToolFunction } from '@parlance/shared/contract/api/tools';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { randomUuid } from '@parlance/shared/random-uuid';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Field, FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { useSaved } from '@parlance/shared/ui/typed';
import { argumentsToBegin } from './arguments-to-begin.ts';
import { codeOf, signInNeeded } from './failure-text.ts';
import { jsonObjectOf, noJson } from './json-object.ts';
import { SignInFirst } from './sign-in-steps.tsx';
import { useToolName } from './tool-row.tsx';
import styles from './tools.module.css';

/** Calls a function once, with real effects, and shows the result. */
export function ToolTrial({ tool, close }: { readonly tool: Tool; readonly close: () => void }) {
  const { t } = useTranslation('agent-studio');
  const name = useToolName(tool);
  return (
    <Dialog title={t('tools.tryOf', { name })} close={close}>
      <Trial tool={tool} close={close} />
    </Dialog>
  );
}

function Trial({ tool, close }: { readonly tool: Tool; readonly close: () => void }) {
  const { t } = useTranslation('agent-studio');
  const called = useSaved();
  const [described, choose] = useState<ToolFunction | undefined>(tool.functions[0]);
  const [text, type] = useState(() => argumentsToBegin(tool.functions[0]?.parameters ?? {}));
  const [result, show] = useState<Output<typeof tryTool> | null>(null);
  const { send, isSending, failure, forgetFailure } = useSending();
  const values = jsonObjectOf(text);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (values === null || described === undefined) return;
        send(async () => {
          show(null);
          show(
            await call(tryTool, {
              params: { tool_id: tool.id },
              body: { idempotency_key: randomUuid(), function: described.name, arguments: values },
            }),
          );
          called();
          return 'again';
        });
      }}
    >
      <p className={styles.note}>{t('tools.trialAbout')}</p>
      {tool.functions.length > 1 && (
        <Field label={t('tools.function')}>
          {(control) => (
            <select
              {...control}
              value={described?.name}
              onChange={({ target }) => {
                const chosen = tool.functions.find((it) => it.name === target.value);
                choose(chosen);
                type(argumentsToBegin(chosen?.parameters ?? {}));
                show(null);
              }}
            >
              {tool.functions.map((it) => (
                <option key={it.name}>{it.name}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {described !== undefined && <About described={described} />}
      <TextField
        label={t('tools.arguments')}
        isLong
        value={text}
        maxLength={toolArgumentsMaxLength}
        onType={type}
        fault={values === null ? noJson : undefined}
      />
      <FormEnd label={t('tools.try')} isSending={isSending} failure={failure} onCancel={close} />
      {codeOf(failure) === signInNeeded && <SignInFirst toolId={tool.id} finished={forgetFailure} />}
      <div role="status" className={styles.form}>
        {result !== null && <Result {...result} />}
      </div>
    </form>
  );
}

function About({ described: { description, parameters } }: { readonly described: ToolFunction }) {
  const { t } = useTranslation('agent-studio');
  return (
    <>
      {description !== '' && <p>{description}</p>}
      <details>
        <summary>{t('tools.http.parameters')}</summary>
        <pre className={styles.schema} tabIndex={0} role="group" aria-label={t('tools.http.parameters')}>
          {JSON.stringify(parameters, null, 2)}
        </pre>
      </details>
    </>
  );
}

function Result({ state, result, is_cut: isCut, duration_ms: duration }: Output<typeof tryTool>) {
  const { t } = useTranslation('agent-studio');
  const words = { done: t('tools.worked'), failed: t('tools.didNotWork'), 'timed-out': t('tools.tookTooLong') };
  const seconds = formatNumber(currentLanguage(), Math.max(0.01, Math.round(duration / 10) / 100));
  return (
    <>
      <p className={state === 'done' ? styles.note : styles.bad}>
        {words[state]} {t('tools.took', { seconds })} {isCut && t('tools.isCut')}
      </p>
      <pre className={styles.schema} tabIndex={0} role="group" aria-label={t('tools.result')}>
        {result}
      </pre>
    </>
  );
}
