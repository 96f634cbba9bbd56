import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { createPromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { call } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { useSending } from '@parlance/shared/ui/fields';

/**
 * Creates a template from a file and leads to its editor. A file that is no JSON is sent as null, which the server
 * refuses in words.
 */
export function useImport() {
  const navigate = useNavigate();
  const { send, isSending, failure } = useSending();
  const [keyOf] = useState(attemptKeys);

  function take(chosen: File): void {
    send(async () => {
      const from = { kind: 'file', file: parsed(await chosen.text()) } as const;
      const { id } = await call(createPromptTemplate, { body: { idempotency_key: keyOf(from), from } });
      await navigate(`/prompt-template-editor/${id}`);
      return undefined;
    });
  }
  return { take, isSending, failure };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
