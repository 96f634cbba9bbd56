import { useEffect, useRef, useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { getUsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { dayOf, defaultValues, fillPrompt } from '@parlance/shared/contract/agents/fill-prompt';
import type { PromptValues } from '@parlance/shared/contract/agents/fill-prompt';
import type { Output } from '@parlance/shared/contract/endpoint';
import { currentLanguage } from '@parlance/shared/i18n';
import { useEndpoint } from '@parlance/shared/loading';
import { useSending } from '@parlance/shared/ui/fields';
import { fillTemplate } from './usable-templates.ts';

export type Form = Output<typeof getUsableTemplate>;

export const useForm = ({ id, version }: UsableTemplate) =>
  useEndpoint(getUsableTemplate, { params: { template_id: id } }, { visit: version });

/** Manages the values of a template's form, and fills it in. */
export function useFilling(
  { id, version, definition, user, team }: Form,
  insert: (text: string, files: readonly File[]) => void,
) {
  const language = currentLanguage();
  // oxlint-disable-next-line react/purity -- a form that is open at midnight goes on with the day that begins
  const system = { date: dayOf(new Date()), user, team };
  const [values, setValues] = useState<PromptValues>(() => defaultValues(definition, language, system));
  const [files, setFiles] = useState<Readonly<Record<string, File | null>>>({});
  const [isTried, setIsTried] = useState(false);
  const [keyOf] = useState(attemptKeys);
  const sending = useSending();
  const leaving = useRef<AbortController | null>(null);
  // A result cancelled by closing the form never arrives, however slow the line is.
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);
  const filled = fillPrompt({ definition, language, values, system });
  const isComplete = filled.missing.length + filled.invalid.length === 0 && !filled.isTooLong;

  function submit(): void {
    setIsTried(true);
    if (!isComplete) return;
    const signal = leaving.current?.signal ?? AbortSignal.abort();
    sending.send(async () => {
      const text = await fillTemplate({ id, version, values, key: keyOf({ version, values, system }) }, signal);
      if (!signal.aborted)
        insert(
          text,
          Object.values(files).filter((file) => file !== null),
        );
      return undefined;
    });
  }
  return {
    language,
    values,
    enter: (name: string, value: readonly string[]) => setValues({ ...values, [name]: value }),
    chooseFile: (name: string, file: File | null) => setFiles({ ...files, [name]: file }),
    filled,
    faults: isTried ? filled : undefined,
    submit,
    isSending: sending.isSending,
    failure: sending.failure,
  };
}
