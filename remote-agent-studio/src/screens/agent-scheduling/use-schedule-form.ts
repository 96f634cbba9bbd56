import { useEffect, useRef, useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { promptMaxLength } from '@parlance/shared/contract/prompt-length';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { ApiFailure } from '@parlance/shared/http';
import { noFaults, useSending } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { definitionOf, faultsIn, faultsOf, fieldsOf, type Draft, type DraftFaults } from './schedule-draft.ts';
import { create, save } from './use-schedule.ts';

type Asked = {
  /** Null for a new one. */
  readonly schedule: Schedule | null;
  readonly initial: Draft;
  readonly saved: (schedule: Schedule) => void;
};

/** A schedule that is being filled in: what is wrong with it, and how it is saved. Leaving what is not saved asks. */
export function useScheduleForm({ schedule, initial, saved }: Asked) {
  const place = `schedule ${schedule?.id ?? 'new'}`;
  const left = useUnsaved(place, initial);
  const [draft, setDraft] = useState(left?.typed ?? initial);
  const [kept, setKept] = useState(initial);
  // What others have saved since it was typed is found when one saves.
  const [seen, see] = useState(left?.revision ?? null);
  const [faults, setFaults] = useState<DraftFaults>(noFaults);
  const { send, isSending, failure } = useSending();
  const { form, point } = useFaultsPointedOut();
  const [keyOf] = useState(attemptKeys);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(kept);
  const revision = seen ?? schedule?.revision ?? 0;
  useLeavingAsks(isUnsaved && !isSending, { of: 'address' });
  useUnsavedWaits(place, isUnsaved ? { typed: draft, revision } : null);

  function change(changed: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...changed }));
    const typed = fieldsOf(changed);
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !typed.some((it) => it === field))));
  }

  /** Whether something is wrong. */
  function reject(wrong: DraftFaults): boolean {
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) return false;
    point();
    return true;
  }

  async function sent(): Promise<'again' | undefined> {
    const definition = definitionOf(draft);
    if (definition === null) return 'again';
    const now = schedule === null ? await create(definition, keyOf(definition)) : await save({ ...schedule, revision }, definition);
    see(null);
    setKept(draft);
    saved(now);
    // A new one is shown at its own address.
    return schedule === null ? undefined : 'again';
  }

  function submit(): void {
    if (!reject(faultsIn(draft))) send(sent, (error) => error instanceof ApiFailure && reject(faultsOf(error, schedule === null)));
  }
  return {
    part: { draft, faults, change },
    /** Below what is there already: nothing that was written is lost. */
    addToPrompt: (text: string) => change({ prompt: [draft.prompt.trim(), text].filter((it) => it !== '').join('\n\n').slice(0, promptMaxLength) }),
    form,
    submit,
    isSending,
    failure,
    isConflict: failure instanceof ApiFailure && failure.code === 'conflict',
  };
}

/** The focus goes to the first field that is wrong, each time something is found. */
function useFaultsPointedOut() {
  const form = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"] input')?.focus();
  }, [times]);
  return { form, point: () => setTimes((before) => before + 1) };
}
