import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import {
  createPromptTemplate,
  type PromptTemplate,
  type TemplateOrigin,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { ApiFailure, call } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { useEdited, type EditedThing } from '@parlance/shared/ui/edited';
import { useSending } from '@parlance/shared/ui/fields';
import { blankDraft, contentOf, draftOf, type TemplateDraft } from '../../templates/draft.ts';

type Making = Pick<EditedThing<PromptTemplate | null, TemplateDraft>, 'draft' | 'change' | 'isChanged'> & {
  readonly make: (message: string) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  /** True if another template of the organisation has the command. */
  readonly isCommandTaken: boolean;
};

/** Creates a template, once for any number of retries, and leads to its editor. */
export function useNewTemplate(): Making {
  const navigate = useNavigate();
  const edited = useEdited<PromptTemplate | null, TemplateDraft>({
    loaded: null,
    placeOf: (template) => `template ${template?.id ?? 'new'}`,
    draftOf: (template) => (template === null ? blankDraft : draftOf(template)),
    contentOf,
    revisionOf: (template) => template?.revision ?? 0,
    read: () => Promise.resolve(null),
  });
  const sending = useSending();
  const [keyOf] = useState(attemptKeys);
  const isCommandTaken = sending.failure instanceof ApiFailure && sending.failure.code === 'name_taken';

  function make(message: string): void {
    sending.send(async () => {
      const made = await edited.save((draft) => {
        const from: TemplateOrigin = { kind: 'new', ...contentOf(draft), message };
        return call(createPromptTemplate, { body: { idempotency_key: keyOf(from), from } });
      });
      if (made === null) return 'again';
      edited.carry(made);
      await navigate(`/prompt-template-editor/${made.id}`, { replace: true });
      return undefined;
    });
  }
  const { draft, change, isChanged } = edited;
  return { draft, change, isChanged, make, isSending: sending.isSending, failure: sending.failure, isCommandTaken };
}
