import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import {
  fillPromptTemplate,
  getUsableTemplate,
  listUsableTemplates,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { Output } from '@parlance/shared/contract/endpoint';
import { dayOf, defaultValues, fillPrompt, type PromptValues } from '@parlance/shared/contract/agents/fill-prompt';
import { call } from '@parlance/shared/http';
import { currentLanguage } from '@parlance/shared/i18n';
import { useEndpoint, useEveryRow } from '@parlance/shared/loading';
import { useSending } from '@parlance/shared/ui/fields';
import { longestPage } from '@parlance/shared/list-menu/load-all';

type Form = Output<typeof getUsableTemplate>;

/** Loads every template that one may use, favourites first. */
export const useTemplates = () => useEveryRow(listUsableTemplates, { query: { limit: longestPage } });
export const useTemplate = (id: string) => useEndpoint(getUsableTemplate, { params: { template_id: id } });

/** Manages the values of a template's form, and the resulting prompt once nothing is missing. */
export function useFilling({ id, version, definition, user, team }: Form, insert: (text: string) => void) {
  const language = currentLanguage();
  // oxlint-disable-next-line react/purity -- a form that is open at midnight goes on with the day that begins
  const system = { date: dayOf(new Date()), user, team };
  const [values, setValues] = useState<PromptValues>(() => defaultValues(definition, language, system));
  const [isTried, setTried] = useState(false);
  const [keyOf] = useState(attemptKeys);
  const { send, isSending, failure } = useSending();
  const filled = fillPrompt({ definition, language, values, system });

  function submit(): void {
    setTried(true);
    if (filled.missing.length + filled.invalid.length > 0 || filled.isTooLong) return;
    send(async () => {
      const entered = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [...value]]));
      const wanted = { version, language, date: system.date, values: entered };
      const { text } = await call(fillPromptTemplate, {
        params: { template_id: id },
        body: { idempotency_key: keyOf(wanted), ...wanted },
      });
      insert(text);
      return undefined;
    });
  }
  return {
    language,
    values,
    enter: (name: string, value: readonly string[]) => setValues({ ...values, [name]: value }),
    faults: isTried ? filled : undefined,
    isTooLong: filled.isTooLong,
    submit,
    isSending,
    failure,
  };
}
