import type { PromptTemplateSummary } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import {
  createPromptTemplate,
  exportPromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useNavigate } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';
import { saveFile } from '@parlance/shared/download';

/** Copies a template and leads to the copy, or saves it as a file. Reports the reason of a failure. */
export function useCopies({ id, command }: Pick<PromptTemplateSummary, 'id' | 'command'>) {
  const { t } = useTranslation('agent-studio');
  const navigate = useNavigate();
  const tried = (work: () => Promise<void>): Promise<void> =>
    work().catch((failure: unknown) => snackbar(t(failureKey(failure)), { tone: 'bad' }));
  return {
    copy: () =>
      tried(async () => {
        const made = await call(createPromptTemplate, {
          body: { idempotency_key: randomUuid(), from: { kind: 'copy', template_id: id } },
        });
        await navigate(`/prompt-template-editor/${made.id}`);
      }),
    save: () =>
      tried(async () => {
        const file = await call(exportPromptTemplate, { params: { template_id: id } });
        saveFile(`${command ?? 'template'}.json`, JSON.stringify(file, null, 2), 'application/json');
      }),
  };
}
