import { useEffect, useRef, useState, type DragEvent } from 'react';
import { agentKnowledgeAtMost, type AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { ErrorState } from '@parlance/shared/ui/page';
import { isUnderWay, UploadList, useUploads } from '@parlance/shared/uploads';
import { useDeskHold } from '../agent-form/use-leaving.ts';
import { AddButtons } from './add-buttons.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { KnowledgeDialogs, type OpenDialog } from './knowledge-dialogs.tsx';
import styles from './knowledge.module.css';
import { RetrievalTest } from './retrieval-test.tsx';
import { HiddenRow, SourceRow } from './source-row.tsx';
import { useSources } from './use-sources.ts';

export type KnowledgePanelProps = {
  readonly value: Pick<AgentDefinition, 'knowledge_ids'>;
  readonly onChange: (part: Pick<AgentDefinition, 'knowledge_ids'>) => void;
  readonly agentId: string;
  readonly canEdit: boolean;
};

/**
 * The knowledge of an agent: files, folders, web pages and texts, the reading progress of each, and a retrieval test.
 */
export function KnowledgePanel({ value, onChange, agentId, canEdit }: KnowledgePanelProps) {
  const { t } = useTranslation('agent-studio');
  const ids = value.knowledge_ids;
  const list = useRef<HTMLUListElement>(null);
  const { add, remove } = useIds(ids, onChange);
  const [version, setVersion] = useState(0);
  const changed = () => setVersion((before) => before + 1);
  const sources = useSources(agentId, ids, version);
  const uploads = useUploads(({ id }, { folderId, replaces }) =>
    folderId === undefined && replaces === undefined ? add(id) : changed(),
  );
  useDeskHold(isUnderWay(uploads), { text: t('shared:uploads.leave'), isKept: false });
  const [opened, open] = useState<OpenDialog | null>(null);
  const close = () => open(null);
  const { items: found, hidden } = sources.status === 'ready' ? sources.data : { items: [], hidden: [] };
  const around = { agentId, version, open, changed, send: uploads.send };
  /** Removes a row, and keeps the focus near. */
  const removing = (id: string) => {
    if (!canEdit) return undefined;
    return () => {
      remove(id);
      list.current?.focus();
    };
  };
  const added = (id: string) => {
    add(id);
    close();
  };
  return (
    <div className={styles.panel} onDragOver={allowDrop} onDrop={(event) => canEdit && dropped(event, uploads.send)}>
      <p className={styles.note}>{t('knowledge.about')}</p>
      {canEdit && <AddButtons open={open} choose={(files) => uploads.send(files, {})} />}
      {ids.length >= agentKnowledgeAtMost && (
        <p className={styles.note}>
          {t('knowledge.full', { number: formatNumber(currentLanguage(), agentKnowledgeAtMost) })}
        </p>
      )}
      {sources.status === 'failed' && <ErrorState error={sources.failure} onRetry={sources.retry} />}
      {ids.length === 0 && uploads.uploads.length === 0 && (
        <p>{t(canEdit ? 'knowledge.empty' : 'knowledge.knowsNothing')}</p>
      )}
      <ul ref={list} tabIndex={-1} className={styles.sources} aria-label={t('knowledge.sources')}>
        {found
          .filter(({ id }) => ids.includes(id))
          .map((source) => (
            <SourceRow key={source.id} source={source} around={around} remove={removing(source.id)} />
          ))}
        {hidden
          .filter((id) => ids.includes(id))
          .map((id) => (
            <HiddenRow key={id} remove={removing(id)} />
          ))}
      </ul>
      <UploadList uploads={uploads} />
      {found.some(({ passages }) => passages > 0) && (
        <RetrievalTest agentId={agentId} ids={found.filter(({ id }) => ids.includes(id)).map(({ id }) => id)} />
      )}
      {opened?.kind === 'choose' && <ChooseDialog chosen={ids} added={add} close={close} />}
      {opened !== null && (
        <KnowledgeDialogs opened={opened} agentId={agentId} added={added} changed={changed} close={close} />
      )}
    </div>
  );
}

/**
 * Manages the ids. Several files may be added before the parent passes the definition back: each change builds on the
 * last.
 */
function useIds(ids: readonly string[], onChange: KnowledgePanelProps['onChange']) {
  const latest = useRef(ids);
  useEffect(() => void (latest.current = ids), [ids]);
  const change = (now: readonly string[]) => {
    latest.current = now;
    onChange({ knowledge_ids: [...now] });
  };
  return {
    /** A source beyond the agent's limit stays available, to be chosen by another agent or moved to a folder. */
    add: (id: string) =>
      !latest.current.includes(id) && latest.current.length < agentKnowledgeAtMost && change([...latest.current, id]),
    remove: (id: string) => change(latest.current.filter((it) => it !== id)),
  };
}

/** Otherwise the browser would open the file instead of the page. */
const allowDrop = (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault();

function dropped(event: DragEvent, send: (files: readonly File[], target: object) => void): void {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  send([...event.dataTransfer.files], {});
}
