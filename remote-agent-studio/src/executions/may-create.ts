import { decide } from '@parlance/shared/contract/access/access';
import type { Session } from '@parlance/shared/session';

/** Says whether the person’s privileges let them create schedules. */
export const mayCreate = (subject: Session['subject']): boolean =>
  decide({ privilege: 'automation.create' }, subject).allowed;
