import { csvOf, downloadCsv } from '@parlance/shared/csv';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useRef, useState } from 'react';
import { memberColumns, memberTexts } from './member-texts.ts';
import styles from './user-group-manager.module.css';
import { loadAllMembers, type MemberQuery } from './use-members.ts';

type Export =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly loaded: number }
  | { readonly state: 'done'; readonly loaded: number }
  | { readonly state: 'failed'; readonly failure: unknown };

/** Saves all pages of the list as a CSV file. Can be cancelled while it loads. */
export function ExportMembers({ query }: { readonly query: MemberQuery }) {
  const { t } = useTranslation('admin');
  const [now, setNow] = useState<Export>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setNow({ state: 'running', loaded: 0 });
    try {
      const members = await loadAllMembers(query, controller.signal, (loaded) => setNow({ state: 'running', loaded }));
      const head = memberColumns.map((column) => t(`userGroups.columns.${column}`));
      const rows = members.map((member) => Object.values(memberTexts(t, member)));
      downloadCsv(`${t('userGroups.fileName')}.csv`, csvOf(head, rows));
      setNow({ state: 'done', loaded: members.length });
    } catch (failure) {
      setNow(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', failure });
    }
  }

  return (
    <>
      <span role="status" className={styles.note}>
        {now.state === 'running' && t('userGroups.exporting', { loaded: now.loaded })}
        {now.state === 'done' && t('userGroups.exported', { loaded: now.loaded })}
        {now.state === 'failed' && `${t('userGroups.exportFailed')} ${t(failureKey(now.failure))}`}
      </span>
      {now.state === 'running' ? (
        <button type="button" className="button" onClick={() => running.current?.abort()}>
          {t('userGroups.cancelExport')}
        </button>
      ) : (
        <button type="button" className="button" onClick={() => void save()}>
          {t('userGroups.export')}
        </button>
      )}
    </>
  );
}
