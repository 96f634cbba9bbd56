import { useComposed } from '@parlance/shared/loading';
import { useSession } from '@parlance/shared/session';

/**
 * Whether the person’s privileges let them make schedules, whatever the plan has room for. A person without statements
 * may. The evaluator is fetched only where there are statements.
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
