import { Suspense, useState } from 'react';
import {
  toolStepsAtMost,
  type AgentDefinition,
  type AgentTool,
} from '@parlance/shared/contract/agents/agent-definition';
import { builtInToolIds, listTools, type Tool } from '@parlance/shared/contract/api/tools';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint } from '@parlance/shared/loading';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { NumberField } from '../agent-form/number-field.tsx';
import type { OpenedToolDialog } from './tool-dialogs.tsx';
import { ToolRow } from './tool-row.tsx';
import styles from './tools.module.css';

const ToolDialogs = lazyPart(async () => ({ default: (await import('./tool-dialogs.tsx')).ToolDialogs }));

type Part = Pick<AgentDefinition, 'tools' | 'tool_steps'>;
export type ToolsPanelProps = {
  readonly value: Part;
  readonly onChange: (part: Partial<Part>) => void;
  readonly agentId: string;
  readonly canEdit: boolean;
};

const kinds = ['http', 'openapi', 'mcp'] as const;

/**
 * Returns the initial permission. A custom tool asks, even if it only reads: the arguments leave the product. Only the
 * builder of the agent may waive that.
 */
const beginning = ({ id, kind }: Tool): AgentTool => ({
  tool_id: id,
  permission: Object.hasOwn(builtInToolIds, kind) ? 'always' : 'ask',
  functions: {},
});

/** The tools of an agent, with their permissions; the organisation’s tools, to create, change and delete. */
export function ToolsPanel({ value, onChange, canEdit }: ToolsPanelProps) {
  const { t } = useTranslation('agent-studio');
  const loaded = useEndpoint(listTools, {});
  const [opened, open] = useState<OpenedToolDialog | null>(null);
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  if (loaded.status !== 'ready') return <LoadingState />;
  const { items, can_create: canCreate, stdio_servers: stdioServers } = loaded.data;
  const set = (toolId: string, chosen: AgentTool | null) => {
    const others = value.tools.filter(({ tool_id: id }) => id !== toolId);
    onChange({ tools: chosen === null ? others : [...others, chosen] });
  };
  const made = (tool: Tool) => {
    loaded.retry();
    if (canEdit) set(tool.id, beginning(tool));
    open(null);
  };
  const deleted = ({ id, name }: Tool) => {
    loaded.retry();
    if (canEdit && value.tools.some((it) => it.tool_id === id)) set(id, null);
    snackbar(t('tools.deletion.done', { name }));
    open(null);
  };
  const gone = value.tools.filter(({ tool_id: id }) => !items.some((tool) => tool.id === id));
  return (
    <div className={styles.panel}>
      <p className={styles.note}>{t('tools.about')}</p>
      <p className={styles.note}>{t('tools.alwaysMeans')}</p>
      <ul className={styles.tools} aria-label={t('tools.list')}>
        {items.map((tool) => {
          const chosen = value.tools.find(({ tool_id: id }) => id === tool.id) ?? null;
          return (
            <ToolRow
              key={tool.id}
              tool={tool}
              chosen={chosen}
              canEdit={canEdit}
              use={(isUsed) => set(tool.id, isUsed ? beginning(tool) : null)}
              change={(next) => set(tool.id, next)}
              open={open}
            />
          );
        })}
        {gone.map(({ tool_id: id }) => (
          <li key={id} className={`${styles.tool} ${styles.head}`}>
            <span className={styles.what}>{t('tools.gone')}</span>
            {canEdit && (
              <button type="button" className="button link" onClick={() => set(id, null)}>
                {t('tools.remove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {canCreate && (
        <div className={styles.buttons}>
          {kinds.map((kind) => (
            <button key={kind} type="button" className="button" onClick={() => open({ kind: 'new', of: kind })}>
              {t(`tools.add.${kind}`)}
            </button>
          ))}
        </div>
      )}
      <NumberField
        label={t('tools.steps')}
        hint={t('tools.stepsHint')}
        value={value.tool_steps}
        min={1}
        max={toolStepsAtMost}
        onChange={(steps) => onChange({ tool_steps: steps ?? toolStepsAtMost })}
      />
      {opened !== null && (
        <Suspense fallback={null}>
          <ToolDialogs
            opened={opened}
            stdioServers={stdioServers}
            made={made}
            changed={loaded.retry}
            deleted={deleted}
            close={() => open(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
