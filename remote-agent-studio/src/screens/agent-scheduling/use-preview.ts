import { useEffect, useState } from 'react';
import { useComposed, type Loaded } from '@parlance/shared/loading';
import type { Tick } from '@parlance/shared/contract/api/schedules';
import { loadPreview, type When } from './use-schedule.ts';

/** Milliseconds without a change after which the next ticks are asked for. */
const pauseBeforeAsking = 300;

export type Next = { readonly ticks: readonly Tick[]; /** In which they were asked for. */ readonly zone: string };

/** The next ticks of what is being filled in; null while too little of it is. */
export function usePreview(when: When | null): Loaded<Next | null> {
  const wanted = JSON.stringify(when);
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), pauseBeforeAsking);
    return () => clearTimeout(timer);
  }, [wanted]);
  const known = JSON.parse(asked) as When | null; // written above
  return useComposed('agent-studio/schedule-preview', [asked], async (signal) =>
    known === null ? null : { ticks: await loadPreview(known, signal), zone: known.time_zone },
  );
}
