import {
  getPromptTemplate,
  setTemplateAccess,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { TemplateScope } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { call } from '@parlance/shared/http';
import { bodyOf, type Access } from '@parlance/shared/ui/access';
import { useEditedEndpoint, type Retried } from '@parlance/shared/loading';

type TemplateAccess = {
  readonly loaded: Retried<PromptTemplate>;
  readonly share: (access: Access<TemplateScope>) => Promise<void>;
};

/** Loads a template with its access, and changes it. */
export function useTemplateAccess(id: string): TemplateAccess {
  const params = { template_id: id };
  return {
    loaded: useEditedEndpoint(getPromptTemplate, { params }),
    share: async (access) => {
      await call(setTemplateAccess, { params, body: bodyOf(access) });
    },
  };
}
