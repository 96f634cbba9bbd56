import { decide } from '@parlance/shared/contract/access/access';
import type { Session } from '@parlance/shared/session';

/** Whether the person’s privileges let them make schedules. */
export const mayCreate = (subject: Session['subject']): boolean =>
  decide({ privilege: 'automation.create' }, subject).allowed;
