import * as api from '@parlance/shared/contract/api/organization-exports';
import { addressOf, call } from '@parlance/shared/http';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

const lookEveryMs = 2_000;
export const isUnderWay = ({ status }: api.OrganizationExport): boolean => status === 'waiting' || status === 'running';

/** Loads the exports of the whole organisation. Polls while one is under way. */
export function useExports(): {
  exports: Loaded<readonly api.OrganizationExport[]>;
  reload: () => void;
  begin: () => Promise<void>;
} {
  const { retry, ...exports } = pick(
    useEndpoint(
      api.listOrganizationExports,
      {},
      { lookAgain: { every: lookEveryMs, while: ({ items }) => items.some(isUnderWay) } },
    ),
    ({ items }) => items,
  );
  return {
    exports,
    reload: retry,
    begin: () => call(api.exportOrganization, { body: { idempotency_key: randomUuid() } }).then(retry),
  };
}

export const exportAddress = (id: string): string =>
  addressOf(api.downloadOrganizationExport, { params: { export_id: id } });
