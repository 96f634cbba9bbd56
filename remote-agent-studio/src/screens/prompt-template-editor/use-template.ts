import { useState } from 'react';
import { markPromptTemplate } from '@parlance/shared/contract/api/prompt-template-list';
import {
  chooseTemplateVersion, getPromptTemplate, getTemplateVersion, listTemplateVersions, reviewPromptTemplate, savePromptTemplate, setTemplateAccess,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates';
import type { Input } from '@parlance/shared/contract/endpoint';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/prompt-template';
import { ApiFailure, call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint, useEndpointPages } from '@parlance/shared/loading';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { contentOf, draftOf, type TemplateDraft } from '../../templates/draft.ts';

const paramsOf = (id: string) => ({ template_id: id });

export const useTemplate = (id: string) => useEndpoint(getPromptTemplate, { params: paramsOf(id) }, { isEdited: true });

export const useVersions = (id: string, revision: number) => useEndpointPages(listTemplateVersions, { params: paramsOf(id) }, { visit: revision });

export const loadVersion = async (id: string, number: number): Promise<PromptTemplateDefinition> => (await call(getTemplateVersion, { params: { ...paramsOf(id), number: String(number) } })).definition;

export type Editing = {
  /** As the server has it, as far as this page knows. */
  readonly template: PromptTemplate;
  readonly draft: TemplateDraft;
  readonly change: (draft: TemplateDraft) => void;
  readonly isChanged: boolean;
  readonly save: (message: string, inUse: boolean) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly isCommandTaken: boolean;
  /** What somebody else has saved meanwhile. */
  readonly theirs: PromptTemplate | null;
  /** Saves over what they wrote, which stays as a version; or lets go of what was typed. */
  readonly settle: (choice: 'mine' | 'theirs') => void;
  readonly share: (access: Input<typeof setTemplateAccess>['body']) => void;
  readonly decide: (decision: Input<typeof reviewPromptTemplate>['body']) => void;
  readonly putInUse: (number: number) => void;
  readonly mark: (marks: Input<typeof markPromptTemplate>['body']) => void;
};

type Wish = { readonly message: string; readonly inUse: boolean };
const codeOf = (failure: unknown) => (failure instanceof ApiFailure ? failure.code : null);

/** A template that is worked on. Whatever fails, what was typed stays. */
export function useEditing(loaded: PromptTemplate): Editing {
  const { t } = useTranslation('agent-studio');
  const place = `template ${loaded.id}`;
  const left = useUnsaved(place, draftOf(loaded));
  // What others have saved since it was typed is found when one saves.
  const [template, know] = useState(left === null ? loaded : { ...loaded, revision: left.revision });
  const [draft, change] = useState(left?.typed ?? (() => draftOf(loaded)));
  const [theirs, meet] = useState<PromptTemplate | null>(null);
  const [wish, wishFor] = useState<Wish>({ message: '', inUse: true });
  const sending = useSending();
  const params = paramsOf(template.id);
  const isChanged = JSON.stringify(contentOf(draft)) !== JSON.stringify(contentOf(draftOf(template)));
  useUnsavedWaits(place, isChanged ? { typed: draft, revision: template.revision } : null);

  const act = (work: () => Promise<PromptTemplate>, said: string) =>
    sending.send(async () => {
      know(await work());
      snackbar(said, { tone: 'good' });
      return 'again';
    });

  function saveOver(revision: number, { message, inUse }: Wish): void {
    wishFor({ message, inUse });
    sending.send(async () => {
      try {
        const saved = await call(savePromptTemplate, { params, body: { revision, ...contentOf(draft), message, in_use: inUse } });
        know(saved);
        change(draftOf(saved));
        meet(null);
        snackbar(t('promptTemplateEditor.saved', { number: saved.newest_version }), { tone: 'good' });
      } catch (failure) {
        if (codeOf(failure) !== 'conflict') throw failure;
        meet(await call(getPromptTemplate, { params }));
      }
      return 'again';
    });
  }

  return {
    template,
    draft,
    change,
    isChanged,
    save: (message, inUse) => saveOver(template.revision, { message, inUse }),
    isSending: sending.isSending,
    failure: codeOf(sending.failure) === 'name_taken' ? null : sending.failure,
    isCommandTaken: codeOf(sending.failure) === 'name_taken',
    theirs,
    settle(choice) {
      if (theirs === null) return;
      if (choice === 'mine') return saveOver(theirs.revision, wish);
      know(theirs);
      change(draftOf(theirs));
      meet(null);
    },
    share: (body) => act(() => call(setTemplateAccess, { params, body }), t('promptTemplateEditor.sharing.saved')),
    decide: (body) => act(() => call(reviewPromptTemplate, { params, body }), t('promptTemplateEditor.review.decided')),
    putInUse: (number) => act(() => call(chooseTemplateVersion, { params, body: { revision: template.revision, number } }), t('promptTemplateEditor.versions.chosen', { number })),
    mark: (body) => act(async () => ({ ...template, ...(await call(markPromptTemplate, { params, body })) }), t('promptTemplateEditor.marked')),
  };
}
