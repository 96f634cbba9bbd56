import { useState } from 'react';
import { markPromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import {
  chooseTemplateVersion,
  getPromptTemplate,
  getTemplateVersion,
  listTemplateVersions,
  reviewPromptTemplate,
  savePromptTemplate,
  setTemplateAccess,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { Input } from '@parlance/shared/contract/endpoint';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import { ApiFailure, call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEditedEndpoint, useEndpointPages, type Kept } from '@parlance/shared/loading';
import { useEdited } from '@parlance/shared/ui/edited';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { contentOf, draftOf, type TemplateDraft } from '../../templates/draft.ts';

const paramsOf = (id: string) => ({ template_id: id });

export const useTemplate = (id: string) => useEditedEndpoint(getPromptTemplate, { params: paramsOf(id) });

export const useVersions = (id: string, revision: number) =>
  useEndpointPages(listTemplateVersions, { params: paramsOf(id) }, { visit: revision });

export const loadVersion = async (id: string, number: number): Promise<PromptTemplateDefinition> =>
  (await call(getTemplateVersion, { params: { ...paramsOf(id), number: String(number) } })).definition;

export type Editing = {
  /** The server's state, as far as this page knows. */
  readonly template: PromptTemplate;
  readonly draft: TemplateDraft;
  readonly change: (draft: TemplateDraft) => void;
  readonly discard: () => void;
  readonly isChanged: boolean;
  /** Saves the draft; `saved` is called once the server has it, also after a conflict was settled. */
  readonly save: (message: string, inUse: boolean, saved: () => void) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly isCommandTaken: boolean;
  /** The version that somebody else has saved meanwhile. */
  readonly theirs: PromptTemplate | null;
  /** Saves over their content, which stays as a version; or drops the draft. */
  readonly settle: (choice: 'mine' | 'theirs') => void;
  readonly share: (access: Input<typeof setTemplateAccess>['body']) => void;
  readonly decide: (decision: Input<typeof reviewPromptTemplate>['body']) => void;
  readonly putInUse: (number: number) => void;
  readonly mark: (marks: Input<typeof markPromptTemplate>['body']) => void;
};

/** A loaded template. */
export type LoadedTemplate = Extract<Kept<PromptTemplate>, { readonly status: 'ready' }>;
type Wish = { readonly message: string; readonly inUse: boolean; readonly saved: () => void };
const codeOf = (failure: unknown) => (failure instanceof ApiFailure ? failure.code : null);

/** Manages a template being edited. The draft survives any failure. */
export function useEditing({ data: loaded, keep }: LoadedTemplate): Editing {
  const { t } = useTranslation('agent-studio');
  const params = paramsOf(loaded.id);
  const edited = useEdited({
    loaded,
    keep,
    placeOf: ({ id }) => `template ${id}`,
    draftOf,
    contentOf,
    revisionOf: ({ revision }) => revision,
    read: () => call(getPromptTemplate, { params }),
  });
  const { known: template, draft, theirs } = edited;
  const [wish, wishFor] = useState<Wish>({ message: '', inUse: true, saved: () => undefined });
  const sending = useSending();

  const act = (work: () => Promise<PromptTemplate>, said: string) =>
    sending.send(async () => {
      edited.learn(await work());
      snackbar(said, { tone: 'good' });
      return 'again';
    });

  function saveOver(wished: Wish, over?: PromptTemplate): void {
    const { message, inUse } = wished;
    wishFor(wished);
    sending.send(async () => {
      const now = await edited.save(
        (content, revision) =>
          call(savePromptTemplate, { params, body: { revision, ...contentOf(content), message, in_use: inUse } }),
        over,
      );
      if (now === null) return 'again';
      wished.saved();
      snackbar(t('promptTemplateEditor.saved', { number: now.newest_version }), { tone: 'good' });
      return 'again';
    });
  }

  return {
    template,
    draft,
    change: edited.change,
    discard: edited.discard,
    isChanged: edited.isChanged,
    save: (message, inUse, saved) => saveOver({ message, inUse, saved }),
    isSending: sending.isSending,
    failure: codeOf(sending.failure) === 'name_taken' ? null : sending.failure,
    isCommandTaken: codeOf(sending.failure) === 'name_taken',
    theirs,
    settle(choice) {
      if (theirs === null) return;
      if (choice === 'mine') saveOver(wish, theirs);
      else edited.begin(theirs);
    },
    share: (body) => act(() => call(setTemplateAccess, { params, body }), t('promptTemplateEditor.sharing.saved')),
    decide: (body) => act(() => call(reviewPromptTemplate, { params, body }), t('promptTemplateEditor.review.decided')),
    putInUse: (number) =>
      sending.send(async () => {
        const chosen = await edited.stepOn((revision) =>
          call(chooseTemplateVersion, { params, body: { revision, number } }),
        );
        if (chosen !== null) snackbar(t('promptTemplateEditor.versions.chosen', { number }), { tone: 'good' });
        return 'again';
      }),
    mark: (body) =>
      act(
        async () => ({ ...template, ...(await call(markPromptTemplate, { params, body })) }),
        t('promptTemplateEditor.marked'),
      ),
  };
}
