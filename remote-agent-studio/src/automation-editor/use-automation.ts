import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import {
  createAutomation,
  getAutomation,
  putAutomation,
  renewFormLink,
  rotateAutomationSecret,
  switchAutomation,
  type Automation,
} from '@parlance/shared/contract/api/automations/automations';
import { automationDefinition } from '@parlance/shared/contract/agents/automation';
import * as z from '@parlance/shared/contract/schema';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEditedEndpoint } from '@parlance/shared/loading';
import { useEdited, type EditedThing } from '@parlance/shared/ui/edited';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { type Draft, type DraftFaults, faultsOf } from './draft.ts';

const paramsOf = (id: string) => ({ automation_id: id });

/** Loads the present automation, ignoring the cache: a save names the revision it is based on. */
export const useAutomation = (id: string) => useEditedEndpoint(getAutomation, { params: paramsOf(id) });

/** Returns the definition of an automation, without the fields that the server adds. */
export const draftOf = (automation: Automation): Draft => {
  const { name, trigger, conditions, bot_id, prompt, actions, notifies_of_failure } = automation;
  return { name, trigger, conditions, bot_id, prompt, actions, notifies_of_failure };
};

/** Secrets, returned this one time, and shown until the page is left. */
export type Secrets = { readonly webhook: string | null; readonly actions: string | null };

export type Editing = Pick<EditedThing<Automation | null, Draft>, 'begun' | 'isChanged' | 'theirs'> & {
  /** The server's state, as far as this page knows; null until it is saved for the first time. */
  readonly saved: Automation | null;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: DraftFaults;
  /** Counts the attempts that failed validation, so that the focus moves to the first fault. */
  readonly refusals: number;
  readonly save: () => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly secrets: Secrets;
  readonly settle: (choice: 'mine' | 'theirs') => void;
  readonly switchTo: (state: Automation['state']) => void;
  readonly rotate: (of: keyof Secrets) => Promise<void>;
  readonly renewLink: () => Promise<void>;
};

export type EditingOptions = {
  /** The loaded automation; null for a new one. */
  readonly loaded: Automation | null;
  readonly keep?: (automation: Automation | null) => void;
  /** The initial draft of a new one. */
  readonly begin: Draft;
};

/** Manages an automation being edited. The draft survives any failure. */
export function useEditing({ loaded, keep, begin }: EditingOptions): Editing {
  const { t } = useTranslation('agent-automation');
  const edited = useEdited<Automation | null, Draft>({
    loaded,
    ...(keep === undefined ? {} : { keep }),
    placeOf: (automation) => `automation ${automation?.id ?? 'new'}`,
    draftOf: (automation) => (automation === null ? begin : draftOf(automation)),
    revisionOf: (automation) => automation?.revision ?? 0,
    read: async (automation) => (automation === null ? null : call(getAutomation, { params: paramsOf(automation.id) })),
  });
  const { known: saved, draft, isChanged, theirs } = edited;
  const [faults, blame] = useState<DraftFaults>({});
  const [refusals, refuse] = useState(0);
  const [secrets, tell] = useState<Secrets>({ webhook: null, actions: null });
  const [keyOf] = useState(attemptKeys);
  const sending = useSending();

  async function put(definition: Draft, revision: number): Promise<Automation> {
    const answered =
      saved === null
        ? await call(createAutomation, { body: { idempotency_key: keyOf(definition), definition } })
        : await call(putAutomation, { params: paramsOf(saved.id), body: { revision, definition } });
    const { automation, webhook_secret: webhook, action_secret: actions } = answered;
    tell((before) => ({ webhook: webhook ?? before.webhook, actions: actions ?? before.actions }));
    return automation;
  }

  function saveOver(over?: Automation): void {
    const wrong = faultsOf(draft);
    blame(wrong);
    if (Object.keys(wrong).length > 0) return refuse((before) => before + 1);
    sending.send(async () => {
      const now = await edited.save((typed, revision) => put(z.parse(automationDefinition, typed), revision), over);
      if (now !== null) snackbar(t('saved'), { tone: 'good' });
      return 'again';
    });
  }

  /** Runs an action beside the form, which reports its own failure. */
  async function act(work: (id: string) => Promise<Automation>): Promise<void> {
    if (saved === null) return;
    try {
      edited.learn(await work(saved.id));
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }

  return {
    saved,
    draft,
    change(part) {
      const next = { ...draft, ...part };
      edited.change(next);
      // A corrected field loses its fault. Typing adds no new faults.
      const still = Object.keys(faults).length === 0 ? {} : faultsOf(next);
      blame(Object.fromEntries(Object.entries(faults).filter(([place]) => still[place] !== undefined)));
    },
    isChanged,
    begun: edited.begun,
    faults,
    refusals,
    save: () => saveOver(),
    isSending: sending.isSending,
    failure: sending.failure,
    secrets,
    theirs,
    settle(choice) {
      if (theirs === null) return;
      if (choice === 'mine') saveOver(theirs);
      else edited.begin(theirs);
    },
    switchTo: (state) => void act((id) => call(switchAutomation, { params: paramsOf(id), body: { state } })),
    rotate: (of) =>
      act(async (id) => {
        const { automation, secret } = await call(rotateAutomationSecret, { params: paramsOf(id), body: { of } });
        tell((before) => ({ ...before, [of]: secret }));
        return automation;
      }),
    renewLink: () => act((id) => call(renewFormLink, { params: paramsOf(id) })),
  };
}
