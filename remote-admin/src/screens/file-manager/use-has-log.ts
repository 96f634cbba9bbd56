import { decide } from '@parlance/shared/contract/access/access';
import { useSession } from '@parlance/shared/session';

/** Says whether the person may open the dialogue log, which names the owners of dialogue files. */
export const useHasLog = (): boolean =>
  useSession(({ subject }) => decide({ role: 'admin', feature: 'dialogue_log' }, subject).allowed);
