import { useEffect, useState } from 'react';
import { useComposed, type Loaded } from '@parlance/shared/loading';
import type { Tick } from '@parlance/shared/contract/api/schedules';
import { loadPreview, type When } from './use-schedule.ts';

/** The debounce time of the preview in milliseconds. */
const pauseBeforeAsking = 300;

export type Next = { readonly ticks: readonly Tick[]; /** The zone of the request. */ readonly zone: string };

/** Loads the next ticks of the draft; null while too little of it is filled in. */
export function usePreview(when: When | null): Loaded<Next | null> {
  const wanted = JSON.stringify(when);
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), pauseBeforeAsking);
    return () => clearTimeout(timer);
  }, [wanted]);
  const known = JSON.parse(asked) as When | null; // serialised above
  return useComposed('agent-studio/schedule-preview', [asked], async (signal) =>
    known === null ? null : { ticks: await loadPreview(known, signal), zone: known.time_zone },
  );
}
