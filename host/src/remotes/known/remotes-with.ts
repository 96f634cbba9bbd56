import type { Subject } from '@parlance/shared/contract/access/access';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { readRequirement } from '@parlance/shared/remote/requirement';
import { isOpenTo } from './is-open-to.ts';

/** Returns the remotes that add a part which this person may have, by the rule of the guard. */
export const remotesWith = (
  part: 'rail' | 'palette',
  remotes: readonly RegistryEntry[],
  subject: Subject | null,
): readonly RegistryEntry[] =>
  remotes.filter(
    ({ remote }) => remote[part] !== undefined && isOpenTo(readRequirement(remote[part].requires), subject),
  );
