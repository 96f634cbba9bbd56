import { useId } from 'react';
import type { AgentTool, ToolPermission } from '@parlance/shared/contract/agents/agent-definition';
import type { Tool, ToolFunction } from '@parlance/shared/contract/api/tools';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Menu } from '@parlance/shared/ui/menu';
import { signInNeeded, useFailureText } from './failure-text.ts';
import type { OpenedToolDialog } from './tool-dialogs.tsx';
import styles from './tools.module.css';

const permissions: readonly ToolPermission[] = ['always', 'ask', 'never'];

type Props = {
  readonly tool: Tool;
  /** The agent's permission for it; null if the agent does not use it. */
  readonly chosen: AgentTool | null;
  readonly canEdit: boolean;
  readonly use: (isUsed: boolean) => void;
  readonly change: (chosen: AgentTool) => void;
  readonly open: (dialog: OpenedToolDialog) => void;
};

/** One tool: whether the agent uses it, its permission, that of each function, and the actions on it. */
export function ToolRow({ tool, chosen, canEdit, use, change, open }: Props) {
  const { t } = useTranslation('agent-studio');
  const id = useId();
  const name = useToolName(tool);
  const failureText = useFailureText();
  const enabled = tool.functions.filter(({ is_enabled: isEnabled }) => isEnabled);
  const off = tool.functions.length - enabled.length;
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <input
          type="checkbox"
          id={id}
          checked={chosen !== null}
          disabled={!canEdit}
          onChange={({ target }) => use(target.checked)}
        />
        <label htmlFor={id} className={styles.name}>
          {name}
        </label>
        {chosen !== null && (
          <PermissionChoice
            label={t('tools.permissionOf', { name })}
            value={chosen.permission}
            canEdit={canEdit}
            choose={(permission) => change({ ...chosen, permission })}
          />
        )}
        <ToolMenu tool={tool} name={name} open={open} />
      </div>
      {tool.description !== '' && <p className={styles.note}>{tool.description}</p>}
      {tool.error_code !== null && tool.error_code !== signInNeeded && (
        <p className={styles.bad}>
          {failureText(tool.error_code)} {tool.functions.length > 0 && t('tools.refreshed.failed')}
        </p>
      )}
      {tool.is_signed_in === true && <p className={styles.note}>{t('tools.signIn.signedIn')}</p>}
      {tool.is_signed_in === false && (
        <div className={styles.buttons}>
          <p className={styles.note}>
            {tool.error_code === signInNeeded && tool.can.refresh
              ? t('tools.signIn.read')
              : t('tools.signIn.notSignedIn')}
          </p>
          <button
            type="button"
            className="button"
            aria-label={t('tools.signIn.beginOf', { name })}
            onClick={() => open({ kind: 'sign-in', tool })}
          >
            {t('tools.signIn.begin')}
          </button>
        </div>
      )}
      {off > 0 && (
        <p className={styles.note}>{t('tools.switches.off', { number: formatNumber(currentLanguage(), off) })}</p>
      )}
      {chosen !== null && tool.functions.length > 1 && (
        <details>
          <summary>{t('tools.functions', { count: enabled.length })}</summary>
          <Functions functions={enabled} chosen={chosen} canEdit={canEdit} change={change} />
        </details>
      )}
    </li>
  );
}

function ToolMenu({ tool, name, open }: { readonly tool: Tool; readonly name: string; readonly open: Props['open'] }) {
  const { t } = useTranslation('agent-studio');
  const { can } = tool;
  const item = (isThere: boolean, label: string, kind: 'trial' | 'edit' | 'refresh' | 'delete') =>
    isThere ? [{ label, run: () => open({ kind, tool }), isDangerous: kind === 'delete' }] : [];
  const groups = [
    [
      ...item(can.try, t('tools.tryIt'), 'trial'),
      ...item(can.edit, t('tools.edit'), 'edit'),
      ...item(can.refresh, t('tools.refresh'), 'refresh'),
    ],
    item(can.delete, t('tools.delete'), 'delete'),
  ];
  return groups.flat().length > 0 && <Menu label={t('tools.actionsFor', { name })} groups={groups} />;
}

type FunctionsProps = Pick<Props, 'canEdit' | 'change'> & {
  readonly functions: readonly ToolFunction[];
  readonly chosen: AgentTool;
};

/** The functions; each has the permission of its tool, unless chosen otherwise. */
function Functions({ functions, chosen, canEdit, change }: FunctionsProps) {
  const { t } = useTranslation('agent-studio');
  return (
    <ul className={styles.functions}>
      {functions.map(({ name, description }) => (
        <li key={name}>
          <span className={styles.what}>
            <span className={styles.name}>{name}</span>
            <span className={styles.note}>{description}</span>
          </span>
          <PermissionChoice
            label={t('tools.permissionOf', { name })}
            value={chosen.functions[name] ?? chosen.permission}
            canEdit={canEdit}
            choose={(permission) => change({ ...chosen, functions: { ...chosen.functions, [name]: permission } })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns the name of a tool; that of a built-in one in the person’s language. */
export function useToolName({ kind, name }: Pick<Tool, 'kind' | 'name'>): string {
  const { t } = useTranslation('agent-studio');
  return toolNameIn(t, { kind, name });
}

/** Returns the name of a tool; built-in ones are named in the language of the page. */
export const toolNameIn = (
  t: ReturnType<typeof useTranslation<'agent-studio'>>['t'],
  { kind, name }: Pick<Tool, 'kind' | 'name'>,
): string => (kind === 'web-page' || kind === 'calculator' || kind === 'date-time' ? t(`tools.kind.${kind}`) : name);

type Choice = {
  readonly label: string;
  readonly value: ToolPermission;
  readonly canEdit: boolean;
  readonly choose: (permission: ToolPermission) => void;
};

function PermissionChoice({ label, value, canEdit, choose }: Choice) {
  const { t } = useTranslation('agent-studio');
  return (
    <select
      aria-label={label}
      className={styles.choice}
      value={value}
      disabled={!canEdit}
      onChange={({ target }) => choose(target.value as ToolPermission /* the options below are these */)}
    >
      {permissions.map((permission) => (
        <option key={permission} value={permission}>
          {t(`tools.permission.${permission}`)}
        </option>
      ))}
    </select>
  );
}
