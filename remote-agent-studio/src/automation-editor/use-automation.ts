import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { createAutomation, getAutomation, putAutomation, renewFormLink, rotateAutomationSecret, switchAutomation, type Automation } from '@parlance/shared/contract/api/automations';
import { automationDefinition } from '@parlance/shared/contract/automation';
import * as z from '@parlance/shared/contract/schema';
import { ApiFailure, call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { type Draft, type DraftFaults, faultsOf } from './draft.ts';

const paramsOf = (id: string) => ({ automation_id: id });

/** As it is now, whatever was read of it before: who saves says which one they saw. */
export function useAutomation(id: string) {
  const [opening] = useState(randomUuid);
  return useEndpoint(getAutomation, { params: paramsOf(id) }, { visit: opening });
}

/** What an automation says, without what the server adds to it. */
export const draftOf = (automation: Automation): Draft => {
  const { name, trigger, conditions, bot_id, prompt, actions, notifies_of_failure } = automation;
  return { name, trigger, conditions, bot_id, prompt, actions, notifies_of_failure };
};

/** Answered this one time, and shown until the page is left. */
export type Secrets = { readonly webhook: string | null; readonly actions: string | null };

export type Editing = {
  /** As the server has it, as far as this page knows; null until it is saved for the first time. */
  readonly saved: Automation | null;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly isChanged: boolean;
  readonly faults: DraftFaults;
  /** Counts the attempts that were refused here, so that the focus goes to the first fault. */
  readonly refusals: number;
  readonly save: () => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly secrets: Secrets;
  /** What somebody else has saved meanwhile. */
  readonly theirs: Automation | null;
  readonly settle: (choice: 'mine' | 'theirs') => void;
  readonly switchTo: (state: Automation['state']) => void;
  readonly rotate: (of: keyof Secrets) => Promise<void>;
  readonly renewLink: () => Promise<void>;
};

/** The key of its unsaved draft. */
const placeOf = (automation: Automation | null) => `automation ${automation?.id ?? 'new'}`;

type Begun = { readonly loaded: Automation | null; readonly begin: Draft };

/** An automation that is worked on. Whatever fails, what was typed stays. */
export function useEditing({ loaded, begin }: Begun): Editing {
  const { t } = useTranslation('agent-automation');
  const left = useUnsaved(placeOf(loaded), begin);
  // Saving reports what others have saved since it was typed.
  const [saved, know] = useState(loaded === null || left === null ? loaded : { ...loaded, revision: left.revision });
  const [draft, write] = useState(left?.typed ?? begin);
  const [faults, blame] = useState<DraftFaults>({});
  const [refusals, refuse] = useState(0);
  const [secrets, tell] = useState<Secrets>({ webhook: null, actions: null });
  const [theirs, meet] = useState<Automation | null>(null);
  const [keyOf] = useState(attemptKeys);
  const sending = useSending();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved === null ? begin : draftOf(saved));
  useUnsavedWaits(placeOf(saved), isChanged ? { typed: draft, revision: saved?.revision ?? 0 } : null);

  async function put(definition: Draft, revision: number): Promise<void> {
    const answered = saved === null
      ? await call(createAutomation, { body: { idempotency_key: keyOf(definition), definition } })
      : await call(putAutomation, { params: paramsOf(saved.id), body: { revision, definition } });
    const { automation, webhook_secret: webhook, action_secret: actions } = answered;
    know(automation);
    write(draftOf(automation));
    tell((before) => ({ webhook: webhook ?? before.webhook, actions: actions ?? before.actions }));
    meet(null);
    snackbar(t('saved'), { tone: 'good' });
  }

  function saveOver(revision: number): void {
    const wrong = faultsOf(draft);
    blame(wrong);
    if (Object.keys(wrong).length > 0) return refuse((before) => before + 1);
    sending.send(async () => {
      try {
        await put(z.parse(automationDefinition, draft), revision);
      } catch (failure) {
        if (saved === null || !(failure instanceof ApiFailure) || failure.code !== 'conflict') throw failure;
        meet(await call(getAutomation, { params: paramsOf(saved.id) }));
      }
      return 'again';
    });
  }

  /** For what is done beside the form: it says by itself that it could not be. */
  async function act(work: (id: string) => Promise<Automation>): Promise<void> {
    if (saved === null) return;
    try {
      know(await work(saved.id));
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }

  return {
    saved,
    draft,
    change(part) {
      const next = { ...draft, ...part };
      write(next);
      // A corrected field loses its fault. Typing adds no new faults.
      const still = Object.keys(faults).length === 0 ? {} : faultsOf(next);
      blame(Object.fromEntries(Object.entries(faults).filter(([place]) => still[place] !== undefined)));
    },
    isChanged,
    faults,
    refusals,
    save: () => saveOver(saved?.revision ?? 0),
    isSending: sending.isSending,
    failure: sending.failure,
    secrets,
    theirs,
    settle(choice) {
      if (theirs === null) return;
      if (choice === 'mine') return saveOver(theirs.revision);
      know(theirs);
      write(draftOf(theirs));
      meet(null);
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
