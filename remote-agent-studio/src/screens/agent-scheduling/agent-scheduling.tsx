import './texts.ts';
import '../../executions/texts.ts';
import { Suspense } from 'react';
import { i18n } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { LoadingState } from '@parlance/shared/ui/page';
import { newSchedule } from './addresses.ts';
import { ScheduleList } from './schedule-list.tsx';

const OneSchedule = lazyPart(() => import('./one-schedule.tsx'));
const NewSchedule = lazyPart(() => import('./new-schedule.tsx'));

// Preloaded together with the texts of the screen: a list with rows would have to wait for them.
void i18n.loadNamespaces('executions');

/** The schedules of agents: the list, or the one that the address names. */
export default function AgentScheduling() {
  const [params] = useSearchParams();
  const id = params.get('schedule');
  if (id === null) return <ScheduleList />;
  return (
    <Suspense fallback={<LoadingState />}>
      {id === newSchedule ? <NewSchedule key={params.toString()} /> : <OneSchedule key={id} id={id} />}
    </Suspense>
  );
}
