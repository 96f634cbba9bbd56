import { attemptKeys } from '@parlance/shared/attempt-keys';
import { invitationDays } from '@parlance/shared/contract/api/invitations';
import type { MemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import {
  csvLinesMax,
  csvMaxLength,
  lineColumns,
  readMemberLines,
  type MemberLines,
} from '@parlance/shared/contract/api/member-imports/member-lines';
import { csvOf, downloadCsv } from '@parlance/shared/csv';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useEffect, useEffectEvent, useState } from 'react';
import { TermsFields, type Terms } from './invite-dialog.tsx';
import styles from './user-group-manager.module.css';
import { loadRefused, startImport, useProgress } from './use-import.ts';

/** The lines of a file that are previewed before the import. */
const shownLines = 5;
type File = { readonly csv: string; readonly read: MemberLines };

/** Invites everybody whom a CSV file names: previews the parsed file, runs in the background, and reports by line. */
export function ImportDialog({ close, changed }: { readonly close: () => void; readonly changed: () => void }) {
  const { t } = useTranslation('admin');
  const [begun, setBegun] = useState<MemberImport | null>(null);
  return (
    <Dialog title={t('userGroups.import.title')} close={close}>
      {begun === null ? (
        <Choose begin={setBegun} close={close} />
      ) : (
        <Progress begun={begun} close={close} changed={changed} />
      )}
    </Dialog>
  );
}

function Choose({ begin, close }: { readonly begin: (begun: MemberImport) => void; readonly close: () => void }) {
  const { t } = useTranslation('admin');
  const [file, setFile] = useState<File | null>(null);
  const [terms, setTerms] = useState<Terms>({ role: 'member', language: currentLanguage(), days: invitationDays });
  const [keyOf] = useState(attemptKeys);
  const { send, isSending, failure } = useSending();
  const isUsable =
    file !== null &&
    file.csv.length <= csvMaxLength &&
    file.read.columns.email !== undefined &&
    file.read.lines.length > 0 &&
    !file.read.isTooLong;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUsable) return;
        const wish = { csv: file.csv, ...terms };
        send(async () => {
          begin(await startImport({ ...wish, idempotency_key: keyOf(wish) }));
          return undefined;
        });
      }}
    >
      <label className={styles.labelled}>
        {t('userGroups.import.file')}
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ target }) =>
            void target.files?.[0]
              ?.text()
              .then((csv) => setFile({ csv, read: readMemberLines(csv.slice(0, csvMaxLength)) }))
          }
        />
      </label>
      <p className={styles.hint}>
        {t('userGroups.import.hint', { most: formatNumber(currentLanguage(), csvLinesMax) })}
      </p>
      <div role="status">{file !== null && <Preview file={file} isUsable={isUsable} />}</div>
      <TermsFields terms={terms} change={setTerms} />
      <FormEnd label={t('userGroups.import.run')} isSending={isSending} failure={failure} onCancel={close} />
    </form>
  );
}

function Preview({ file: { read }, isUsable }: { readonly file: File; readonly isUsable: boolean }) {
  const { t } = useTranslation('admin');
  if (!isUsable)
    return (
      <p className={styles.fault}>
        {t('userGroups.import.unusable', { most: formatNumber(currentLanguage(), csvLinesMax) })}
      </p>
    );
  const bad = read.lines.filter(({ fault }) => fault !== null).length;
  const number = (value: number) => formatNumber(currentLanguage(), value);
  return (
    <>
      <p>{t('userGroups.import.found', { lines: number(read.lines.length), bad: number(bad) })}</p>
      <p>
        {t('userGroups.import.columns', { columns: Object.values(read.columns).join(', ') })}
        {read.ignored.length > 0 && ` ${t('userGroups.import.ignored', { columns: read.ignored.join(', ') })}`}
      </p>
      <ul className={styles.preview}>
        {read.lines.slice(0, shownLines).map(({ line, written, fault }) => (
          <li key={line}>
            {lineColumns
              .map((column) => written[column])
              .filter((cell) => cell !== '')
              .join(' · ')}
            {fault !== null && <span className={styles.fault}> {t(`userGroups.import.outcomes.${fault}`)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Progress({
  begun,
  close,
  changed,
}: {
  readonly begun: MemberImport;
  readonly close: () => void;
  readonly changed: () => void;
}) {
  const { t } = useTranslation('admin');
  const { id, status, total, done, invited, refused } = useProgress(begun);
  const tell = useEffectEvent(changed);
  useEffect(() => {
    if (status !== 'running') tell();
  }, [status]);
  const number = (value: number) => formatNumber(currentLanguage(), value);

  async function save(): Promise<void> {
    try {
      const lines = await loadRefused(id);
      const head = ['line', ...lineColumns, 'reason'];
      downloadCsv(
        `${t('userGroups.import.fileName')}.csv`,
        csvOf(
          head,
          lines.map((it) => [
            String(it.line),
            ...lineColumns.map((column) => it[column]),
            t(`userGroups.import.outcomes.${it.outcome}`),
          ]),
        ),
      );
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }
  return (
    <div className={styles.form}>
      <progress aria-label={t('userGroups.import.progress')} max={total} value={done} />
      <p role="status">
        {status === 'running'
          ? t('userGroups.import.running', { done: number(done), total: number(total) })
          : t(`userGroups.import.ended.${status}`, { invited: number(invited), refused: number(refused) })}
      </p>
      <div className={styles.row}>
        {refused > 0 && status !== 'running' && (
          <button type="button" className="button" onClick={() => void save()}>
            {t('userGroups.import.download')}
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          {t('userGroups.import.close')}
        </button>
      </div>
    </div>
  );
}
