import { useComposed } from '@parlance/shared/loading';
import { useSession } from '@parlance/shared/session';

/**
 * Says whether the person’s privileges let them create schedules, regardless of the plan's places. A person without
 * statements may. The evaluator is fetched only if there are statements.
 */
export function useMayCreate(): boolean {
  const subject = useSession((session) => session.subject);
  const statements = JSON.stringify(subject?.statements ?? []);
  const hasNone = statements === '[]';
  const asked = useComposed(
    'agent-studio/may-create',
    [statements],
    async () => hasNone || (await import('./may-create.ts')).mayCreate(subject),
  );
  return hasNone || (asked.status === 'ready' && asked.data);
}
