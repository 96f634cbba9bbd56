import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { csvOf, downloadCsv } from '../browser/csv.ts';
import { Dialog } from '../ui/controls/dialog.tsx';
import { ErrorState } from '../ui/page.tsx';

type Rows = readonly (readonly string[])[];

/** A list as a table of texts. `load` fetches all rows, and reports how many are there so far. */
export type Export = {
  readonly fileName: string;
  readonly head: readonly string[];
  readonly load: (signal: AbortSignal, loaded: (rows: number) => void) => Promise<Rows>;
};

type Saving = { readonly loaded: number; readonly failure: unknown };
export type Exporting = {
  /** The progress; null if nothing is being saved. */
  readonly saving: Saving | null;
  readonly start: () => void;
  readonly cancel: () => void;
};

/** Saves all rows of a list, page by page, as a CSV file. */
export function useExport({ fileName, head, load }: Export): Exporting {
  const { t } = useTranslation('shared');
  const [saving, setSaving] = useState<Saving | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setSaving({ loaded: 0, failure: null });
    try {
      const rows = await load(controller.signal, (loaded) => setSaving({ loaded, failure: null }));
      downloadCsv(`${fileName}.csv`, csvOf(head, rows));
      snackbar(t('listing.exported', { number: rows.length }), { tone: 'good' });
      setSaving(null);
    } catch (failure) {
      if (!controller.signal.aborted) setSaving({ loaded: 0, failure });
    }
  }
  function cancel(): void {
    running.current?.abort();
    setSaving(null);
  }
  return { saving, start: () => void save(), cancel };
}

/** The progress of an export, and the reason it stopped. Closing it cancels. */
export function ExportDialog({ saving, start, cancel }: Exporting & { readonly saving: Saving }) {
  const { t } = useTranslation('shared');
  return (
    <Dialog title={t('listing.exportTitle')} close={cancel}>
      {saving.failure === null ? (
        <p role="status">{t('listing.exporting', { number: saving.loaded })}</p>
      ) : (
        <ErrorState error={saving.failure} onRetry={start} />
      )}
      <div className="form-actions">
        <button type="button" className="button" onClick={cancel}>
          {t('listing.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
