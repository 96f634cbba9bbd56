import {
  deleteDialogueLogExport,
  type DialogueLogExport,
  type DialogueLogFilter,
  exportDialogueLog,
  type ExportFormat,
  listDialogueLogExports,
} from '@parlance/shared/contract/api/dialogue-log';
import { call } from '@parlance/shared/http';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

const lookEveryMs = 1_500;
export const isUnderWay = ({ status }: DialogueLogExport): boolean => status === 'waiting' || status === 'running';

export type Exports = Pages<DialogueLogExport> & {
  readonly begin: (format: ExportFormat, filter: DialogueLogFilter) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
};

/** Loads one's own exports. Polls while one is under way. */
export function useExports(): Exports {
  const pages = useEndpointPages(
    listDialogueLogExports,
    {},
    { lookAgain: { every: lookEveryMs, while: (rows) => rows.some(isUnderWay) } },
  );
  const { reload } = pages;
  return {
    ...pages,
    async begin(format, filter) {
      await call(exportDialogueLog, { body: { idempotency_key: randomUuid(), format, filter } });
      reload();
    },
    async remove(id) {
      await call(deleteDialogueLogExport, { params: { export_id: id } });
      reload();
    },
  };
}
