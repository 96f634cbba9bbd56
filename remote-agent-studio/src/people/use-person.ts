import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { useComposed, type Loaded } from '@parlance/shared/loading';

/** Loads the name of a member; null if the member is gone, or the id is null. */
export const usePerson = (id: string | null): Loaded<Colleague | null> =>
  useComposed('agent-studio/person', [id], async (signal) =>
    id === null ? null : ((await call(listColleagues, { query: { id } }, { signal })).items[0] ?? null),
  );
