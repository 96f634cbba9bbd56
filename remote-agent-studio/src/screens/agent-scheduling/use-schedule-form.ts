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
  /** Null for a new one. */
  readonly schedule: Schedule | null;
  readonly initial: Draft;
  readonly saved: (schedule: Schedule) => void;
  /** Hears of what somebody else has saved where the person goes on with that. */
  readonly met?: (schedule: Schedule) => void;
};

/** A schedule that is being filled in: what is wrong with it, and how it is saved. Leaving what is not saved asks. */
export function useScheduleForm({ schedule, initial, saved, met = () => undefined }: Options) {
  // What is done beside the form, as pausing, answers with a later one; it was not typed into.
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

  /** Whether something is wrong. */
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
    /** Below what is there already: nothing that was written is lost. */
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

/** The focus goes to the first field that is wrong, each time something is found. */
function useFaultsPointedOut() {
  const form = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"] input')?.focus();
  }, [times]);
  return { form, point: () => setTimes((before) => before + 1) };
}
