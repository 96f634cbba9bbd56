import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { createPromptTemplate, type TemplateOrigin } from '@parlance/shared/contract/api/prompt-templates';
import { ApiFailure, call } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { useSending } from '@parlance/shared/ui/fields';
import { contentOf, type TemplateDraft } from '../../templates/draft.ts';

type Making = {
  readonly make: (draft: TemplateDraft, message: string) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  /** Another template of the organisation has the command. */
  readonly isCommandTaken: boolean;
};

/** Makes a template, once however often it is sent, and leads to its editor. */
export function useNewTemplate(): Making {
  const navigate = useNavigate();
  const sending = useSending();
  const [keyOf] = useState(attemptKeys);
  const isCommandTaken = sending.failure instanceof ApiFailure && sending.failure.code === 'name_taken';

  function make(draft: TemplateDraft, message: string): void {
    sending.send(async () => {
      const from: TemplateOrigin = { kind: 'new', ...contentOf(draft), message };
      const { id } = await call(createPromptTemplate, { body: { idempotency_key: keyOf(from), from } });
      await navigate(`/prompt-template-editor/${id}`, { replace: true });
      return undefined;
    });
  }
  return { make, isSending: sending.isSending, failure: sending.failure, isCommandTaken };
}
