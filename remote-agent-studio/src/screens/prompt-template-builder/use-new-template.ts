import { useRef } from 'react';
import { createPromptTemplate, type TemplateOrigin } from '@parlance/shared/contract/api/prompt-templates';
import { ApiFailure, call } from '@parlance/shared/http';
import { randomUuid } from '@parlance/shared/random-uuid';
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
  const key = useRef(randomUuid());
  const isCommandTaken = sending.failure instanceof ApiFailure && sending.failure.code === 'name_taken';

  function make(draft: TemplateDraft, message: string): void {
    sending.send(async () => {
      const from: TemplateOrigin = { kind: 'new', ...contentOf(draft), message };
      const { id } = await call(createPromptTemplate, { body: { idempotency_key: key.current, from } });
      await navigate(`/prompt-template-editor/${id}`, { replace: true });
      return undefined;
    });
  }
  return { make, isSending: sending.isSending, failure: sending.failure, isCommandTaken };
}
