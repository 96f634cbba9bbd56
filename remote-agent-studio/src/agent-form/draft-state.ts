import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';

export type DraftState = {
  /** The form's content. */
  readonly definition: AgentDefinition;
  /** The server's state, as far as this page knows. */
  readonly saved: AgentDefinition;
  readonly revision: number;
  readonly isSaving: boolean;
  /** The reason it could not be saved; null once it is retried. */
  readonly failure: unknown;
  /** Another person's concurrent save, until the person chooses between the two. */
  readonly theirs: Agent | null;
};

export type DraftChange =
  | { readonly type: 'change'; readonly part: Partial<AgentDefinition> }
  | { readonly type: 'saving' }
  | { readonly type: 'saved'; readonly definition: AgentDefinition; readonly revision: number }
  | { readonly type: 'failed'; readonly failure: unknown }
  | { readonly type: 'conflict'; readonly theirs: Agent }
  | { readonly type: 'keep-mine' }
  | { readonly type: 'accept-theirs' }
  | { readonly type: 'adopt'; readonly agent: Agent };

export const beginDraft = ({ definition, revision }: Agent): DraftState => ({
  definition,
  saved: definition,
  revision,
  isSaving: false,
  failure: null,
  theirs: null,
});

/** Says whether the form has anything that the server does not have. */
export const hasUnsaved = ({ definition, saved }: DraftState): boolean =>
  definition !== saved && JSON.stringify(definition) !== JSON.stringify(saved);

/** Returns the draft after a change. Typed text is dropped only if the person says so. */
export function changeDraft(state: DraftState, change: DraftChange): DraftState {
  switch (change.type) {
    case 'change':
      return { ...state, definition: { ...state.definition, ...change.part } };
    case 'saving':
      return { ...state, isSaving: true, failure: null };
    case 'saved':
      return { ...state, isSaving: false, saved: change.definition, revision: change.revision };
    case 'failed':
      return { ...state, isSaving: false, failure: change.failure };
    case 'conflict':
      return { ...state, isSaving: false, theirs: change.theirs };
    case 'keep-mine':
      return state.theirs === null
        ? state
        : { ...state, saved: state.theirs.definition, revision: state.theirs.revision, theirs: null };
    case 'accept-theirs':
      return state.theirs === null ? state : beginDraft(state.theirs);
    case 'adopt':
      return change.agent.revision < state.revision ? state : beginDraft(change.agent);
  }
}
