import { useState } from 'react';
import {
  refreshKnowledge,
  type KnowledgeKind,
  type KnowledgeSource,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { usePress } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { useFileInput, type Uploads } from '@parlance/shared/uploads';
import type { OpenDialog } from './knowledge-dialogs.tsx';
import styles from './knowledge.module.css';
import { SourceMenu } from './source-menu.tsx';
import { SourceState } from './source-state.tsx';
import { useFolder } from './use-sources.ts';

export const kindIcons: Readonly<Record<KnowledgeKind, string>> = {
  file: '📄',
  folder: '📁',
  'web-page': '🌐',
  text: '📝',
};

/** The context of a row in its panel. */
export type Around = {
  readonly agentId: string;
  /** Incremented by each change, so that the view reloads. */
  readonly version: number;
  readonly open: (opened: OpenDialog) => void;
  readonly changed: () => void;
  readonly send: Uploads['send'];
};
type Row = {
  readonly source: KnowledgeSource;
  readonly around: Around;
  /** Removes it from the agent, if that is allowed and the agent has it directly. */ readonly remove?:
    | (() => void)
    | undefined;
};

/** A source with its reading progress and its actions; below a folder its contents. */
export function SourceRow({ source, around, remove }: Row) {
  const { t } = useTranslation('agent-studio');
  const [isOpen, setIsOpen] = useState(false);
  const { id, kind, name, can } = source;
  const { press } = usePress();
  const again = () =>
    press(async () => {
      await call(refreshKnowledge, { params: { source_id: id } });
      around.changed();
      return 'again';
    });
  const adding = useFileInput({
    name: t('knowledge.addTo', { name }),
    choose: (files) => around.send(files, { folderId: id }),
  });
  const replacing = useFileInput({
    name: t('knowledge.replaceOf', { name }),
    isSingle: true,
    choose: (files) => around.send(files, { replaces: id }),
  });
  return (
    <li>
      <div className={styles.source}>
        <span aria-hidden="true">{kindIcons[kind]}</span>
        <div className={styles.what}>
          <span className={styles.name}>{name}</span>
          <SourceState source={source} />
        </div>
        <div className={styles.actions}>
          {kind === 'folder' && (
            <button
              type="button"
              className="button-link"
              aria-expanded={isOpen}
              aria-label={t('knowledge.contentsOf', { name })}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('knowledge.contents')}
            </button>
          )}
          {kind !== 'folder' && source.passages > 0 && (
            <button
              type="button"
              className="button-link"
              aria-label={t('knowledge.previewOf', { name })}
              onClick={() => around.open({ kind: 'passages', source })}
            >
              {t('knowledge.preview')}
            </button>
          )}
          {can.edit && source.error_code !== null && (
            <button
              type="button"
              className="button-link"
              aria-label={t('knowledge.refreshOf', { name })}
              onClick={again}
            >
              {t('knowledge.refresh')}
            </button>
          )}
          <SourceMenu
            source={source}
            open={around.open}
            again={again}
            addFiles={adding.pick}
            replace={replacing.pick}
            remove={remove}
          />
        </div>
        {kind === 'folder' && adding.field}
        {kind === 'file' && replacing.field}
      </div>
      {isOpen && <FolderContent folder={source} around={around} />}
    </li>
  );
}

function FolderContent({
  folder: { id, name },
  around,
}: {
  readonly folder: KnowledgeSource;
  readonly around: Around;
}) {
  const { t } = useTranslation('agent-studio');
  const inside = useFolder(around.agentId, id, around.version);
  if (inside.status === 'loading') return <LoadingState />;
  if (inside.status === 'failed') return <ErrorState error={inside.failure} onRetry={inside.retry} />;
  if (inside.data.length === 0) return <p className={styles.inside}>{t('knowledge.emptyFolder')}</p>;
  return (
    <ul className={`${styles.sources} ${styles.inside}`} aria-label={t('knowledge.inFolder', { name })}>
      {inside.data.map((source) => (
        <SourceRow key={source.id} source={source} around={around} />
      ))}
    </ul>
  );
}

/** The row of an id that refers to nothing visible to the person. */
export function HiddenRow({ remove }: { readonly remove: (() => void) | undefined }) {
  const { t } = useTranslation('agent-studio');
  return (
    <li className={styles.source}>
      <span aria-hidden="true">🔒</span>
      <span className={styles.what}>{t('knowledge.hidden')}</span>
      {remove !== undefined && (
        <button type="button" className="button-link" onClick={remove}>
          {t('knowledge.remove')}
        </button>
      )}
    </li>
  );
}
