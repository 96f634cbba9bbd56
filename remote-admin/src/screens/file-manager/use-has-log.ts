import { decide } from '@parlance/shared/contract/access/access';
import { useSession } from '@parlance/shared/session';

/** Whether the person may open the dialogue log, which says whose the files of dialogues are. */
export const useHasLog = (): boolean =>
  useSession(({ subject }) => decide({ role: 'admin', feature: 'dialogue_log' }, subject).allowed);
