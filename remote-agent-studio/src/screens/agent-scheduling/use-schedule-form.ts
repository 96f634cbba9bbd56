import { useEffect, useRef, useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { ApiFailure } from '@parlance/shared/http';
import { useEdited } from '@parlance/shared/ui/edited';
import { noFaults, useSending } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { definitionOf, draftOf, faultsIn, faultsOf, fieldsOf, type Draft, type DraftFaults } from './schedule-draft.ts';
import { addSchedule, readSchedule, saveSchedule } from './use-schedule.ts';

type Options = {
  /** The schedule; null for a new one. */
  readonly schedule: Schedule | null;
  readonly initial: Draft;
  readonly saved: (schedule: Schedule) => void;
  /** Called with somebody else's saved version if the person continues with that. */
  readonly met?: (schedule: Schedule) => void;
};

/** Manages a schedule being filled in: its faults, and saving it. Leaving unsaved changes asks. */
export function useScheduleForm({ schedule, initial, saved, met = () => undefined }: Options) {
  // Actions beside the form, as pausing, return a later revision; the draft is not based on it.
  const [loaded] = useState(schedule);
  const edited = useEdited<Schedule | null, Draft>({
    loaded,
    placeOf: (one) => `schedule ${one?.id ?? 'new'}`,
    draftOf: (one) => (one === null ? initial : draftOf(one)),
    revisionOf: (one) => one?.revision ?? 0,
    read: async (one) => (one === null ? null : readSchedule(one.id)),
  });
  const { draft, isChanged, theirs } = edited;
  const [faults, setFaults] = useState<DraftFaults>(noFaults);
  const { send, isSending, failure } = useSending();
  const { form, point } = useFaultsPointedOut();
  const [keyOf] = useState(attemptKeys);
  useLeavingAsks(isChanged && !isSending, { of: 'address' });

  function change(changed: Partial<Draft>): void {
    edited.change((before) => ({ ...before, ...changed }));
    const typed = fieldsOf(changed);
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !typed.some((it) => it === field))),
    );
  }

  /** Shows the faults, and says whether there are any. */
  function reject(wrong: DraftFaults): boolean {
    setFaults(wrong);
    if (Object.keys(wrong).length === 0) return false;
    point();
    return true;
  }

  async function sent(over?: Schedule): Promise<'again' | undefined> {
    const definition = definitionOf(draft);
    if (definition === null) return 'again';
    const now = await edited.save(
      (_, revision) =>
        loaded === null ? addSchedule(definition, keyOf(definition)) : saveSchedule(loaded.id, revision, definition),
      over,
    );
    if (now === null) return 'again';
    if (loaded === null) edited.carry(now);
    saved(now);
    // A new one is shown at its own address.
    return loaded === null ? undefined : 'again';
  }

  function submit(over?: Schedule): void {
    if (!reject(faultsIn(draft)))
      send(
        () => sent(over),
        (error) => error instanceof ApiFailure && reject(faultsOf(error, loaded === null)),
      );
  }
  function takeTheirs(newest: Schedule): void {
    edited.begin(newest);
    setFaults(noFaults);
    met(newest);
  }
  return {
    part: { draft, faults, change },
    /** Appends to the prompt: nothing that was written is lost. */
    addToPrompt: (text: string) =>
      change({
        prompt: [draft.prompt.trim(), text]
          .filter((it) => it !== '')
          .join('\n\n')
          .slice(0, promptMaxLength),
      }),
    form,
    begun: edited.begun,
    submit: () => submit(),
    conflict: theirs === null ? null : { theirs, keepMine: () => submit(theirs), takeTheirs: () => takeTheirs(theirs) },
    isSending,
    failure,
  };
}

/** Focuses the first invalid field, each time faults are found. */
function useFaultsPointedOut() {
  const form = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"] input')?.focus();
  }, [times]);
  return { form, point: () => setTimes((before) => before + 1) };
}
