import type { PromptTemplateSummary } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import styles from '../../listing/listing.module.css';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { LostButton, lazyPart } from '@parlance/shared/ui/lazy-part';
import { scopeNames } from '../../templates/scope-names.ts';
import type { TemplateDialog } from '../../templates/template-dialogs.tsx';
import rows from './templates-table.module.css';
import { orderOf, sortOf, type ChangeTemplates, type TemplateQuery } from './use-templates.ts';

const RowMenu = lazyPart(() => import('./row-menu.tsx'), LostButton);

type Props = {
  readonly templates: readonly PromptTemplateSummary[];
  readonly isStale: boolean;
  readonly query: TemplateQuery;
  readonly ask: (change: Partial<TemplateQuery>) => void;
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly change: ChangeTemplates;
  readonly favor: (template: PromptTemplateSummary) => Promise<void>;
  /** The columns that the person has hidden. */
  readonly hidden: readonly string[];
  readonly open: (dialog: TemplateDialog) => void;
};

/** The table of templates. The name links to the editor, which is read-only without the right to edit. */
export function TemplatesTable({ templates, isStale, query, ask, chosen, select, change, favor, hidden, open }: Props) {
  const { t } = useTranslation('agent-studio');
  const language = currentLanguage();
  const isDeleted = query.view === 'deleted';
  const toggle = (id: string) => select(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  const columns: readonly Column<PromptTemplateSummary>[] = [
    {
      id: 'selection',
      head: t('promptTemplateController.selection'),
      hidesHead: true,
      cell: ({ id, title, can }) =>
        can.edit && (
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t('promptTemplateController.select', { title })}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ),
    },
    {
      id: 'title',
      head: t('promptTemplateController.columns.title'),
      isName: true,
      isSortable: true,
      cell: (template) => <Name template={template} isDeleted={isDeleted} favor={favor} />,
    },
    {
      id: 'state',
      head: t('promptTemplateController.columns.state'),
      cell: (template) => <State template={template} change={isDeleted ? null : change} />,
    },
    {
      id: 'scope',
      head: t('promptTemplateController.columns.scope'),
      cell: (template) => <Scope template={template} />,
    },
    {
      id: 'uses',
      head: t('promptTemplateController.columns.uses'),
      isSortable: true,
      cell: ({ uses }) => formatNumber(language, uses),
    },
    {
      id: 'rating',
      head: t('promptTemplateController.columns.rating'),
      isSortable: true,
      cell: ({ ratings: { up, down } }) =>
        up + down > 0 &&
        t('promptTemplateController.ratings', { up: formatNumber(language, up), down: formatNumber(language, down) }),
    },
    {
      id: 'updated',
      head: t('promptTemplateController.columns.updated'),
      isSortable: true,
      cell: ({ updated_at: at }) => (
        <time dateTime={at} title={formatDate(language, at, { dateStyle: 'full', timeStyle: 'short' })}>
          {formatRelative(language, at)}
        </time>
      ),
    },
    {
      id: 'menu',
      head: t('agentController.columns.actions'),
      hidesHead: true,
      cell: (template) =>
        !isDeleted && (
          <MenuButton label={t('agentController.actionsFor', { name: template.title })}>
            <RowMenu template={template} open={open} change={change} />
          </MenuButton>
        ),
    },
  ];
  return (
    <DataTable
      caption={t('promptTemplateController.title')}
      columns={columns.filter(({ id }) => !hidden.includes(id))}
      rows={templates}
      order={orderOf(query.sort)}
      onOrder={(order) => ask({ sort: sortOf(order) })}
      isStale={isStale}
    />
  );
}

function Name({
  template,
  isDeleted,
  favor,
}: {
  readonly template: PromptTemplateSummary;
  readonly isDeleted: boolean;
  readonly favor: Props['favor'];
}) {
  const { t } = useTranslation('agent-studio');
  const { id, title, command, owner, category, is_favorite: isFavorite } = template;
  const about = [command === null ? '' : `/${command}`, category, owner?.name ?? '']
    .filter((it) => it !== '')
    .join(' · ');
  return (
    <span className={styles.name}>
      {!isDeleted && (
        <button
          type="button"
          className={rows.star}
          aria-pressed={isFavorite}
          aria-label={t('promptTemplateController.favorite', { title })}
          onClick={() => void favor(template)}
        >
          <svg
            viewBox="0 0 20 20"
            width="18"
            height="18"
            fill={isFavorite ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="m10 3 2.1 4.5 4.9.6-3.6 3.4.9 4.9-4.3-2.4-4.3 2.4.9-4.9L3 8.1l4.9-.6z" />
          </svg>
        </button>
      )}
      <span>
        {isDeleted ? title : <Link to={`/prompt-template-editor/${id}`}>{title}</Link>}
        {about !== '' && <small>{about}</small>}
      </span>
    </span>
  );
}

function State({
  template,
  change,
}: {
  readonly template: PromptTemplateSummary;
  readonly change: Props['change'] | null;
}) {
  const { title, is_enabled: isOn, can } = template;
  const { t } = useTranslation('agent-studio');
  const text = isOn ? t('promptTemplateController.enabled') : t('promptTemplateController.disabled');
  if (!can.edit || change === null) return text;
  return (
    <label className={styles.state}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={t('promptTemplateController.switch', { title })}
        checked={isOn}
        onChange={() => void change([template], isOn ? 'disable' : 'enable')}
      />
      {text}
    </label>
  );
}

function Scope({ template: { scope, review } }: { readonly template: PromptTemplateSummary }) {
  const { t } = useTranslation('agent-studio');
  const asked =
    review === null
      ? null
      : review.state === 'pending'
        ? t('promptTemplateEditor.review.pending')
        : t('promptTemplateEditor.review.refused');
  return (
    <span className={rows.scope}>
      {scopeNames(t)[scope]}
      {asked !== null && <small>{asked}</small>}
    </span>
  );
}
