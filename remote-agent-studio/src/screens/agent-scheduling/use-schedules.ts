import { useState } from 'react';
import { listSchedules, type Schedule, type SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { call } from '@parlance/shared/http';
import { useComposedPages, type Pages } from '@parlance/shared/loading';
import { isUnderWay, lookEveryMs } from '../../executions/use-executions.ts';
import { type ScheduleQuery, writeQuery } from './schedule-query.ts';

type SchedulePages = Pages<Schedule> & {
  /** The places of the plan, once known. */
  readonly places: SchedulePlaces | null;
};

/** Loads the schedules of the address's query, polled while one of them is running. */
export function useSchedules(narrowed: ScheduleQuery): SchedulePages {
  const [places, setPlaces] = useState<SchedulePlaces | null>(null);
  const query = writeQuery(narrowed);
  const pages = useComposedPages(
    'agent-studio/schedules',
    [query],
    async (cursor, signal) => {
      const page = await call(listSchedules, { query: { ...query, cursor } }, { signal });
      setPlaces(page.places);
      return page;
    },
    {
      keepsRows: true,
      lookAgain: { every: lookEveryMs, while: (rows) => rows.some(({ last }) => last !== null && isUnderWay(last)) },
    },
  );
  return { ...pages, places };
}
