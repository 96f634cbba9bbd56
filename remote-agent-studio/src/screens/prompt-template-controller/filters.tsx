import { templateViews, type TemplateView } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import listing from '@parlance/shared/ui/listing.module.css';
import styles from '../../listing/listing.module.css';
import { type TemplateQuery, useLabels } from './use-templates.ts';

type Props = { readonly query: TemplateQuery; readonly ask: (change: Partial<TemplateQuery>) => void };

/** The filters of the list: owner, category and tag. Reviews are for administrators. */
export function Filters({ query, ask }: Props) {
  const { t } = useTranslation('agent-studio');
  const isAdmin = useSession((session) => session.whoami?.is_admin ?? false);
  const labels = useLabels();
  const names: Readonly<Record<TemplateView, string>> = {
    all: t('promptTemplateController.views.all'),
    mine: t('promptTemplateController.views.mine'),
    shared: t('promptTemplateController.views.shared'),
    favorites: t('promptTemplateController.views.favorites'),
    review: t('promptTemplateController.views.review'),
    archived: t('promptTemplateController.views.archived'),
    deleted: t('promptTemplateController.views.deleted'),
  };
  const { categories, tags } = labels.status === 'ready' ? labels.data : { categories: [], tags: [] };
  return (
    <div className={listing.filters} role="group" aria-label={t('promptTemplateController.filters')}>
      {templateViews
        .filter((view) => view !== 'review' || isAdmin)
        .map((view) => (
          <button
            key={view}
            type="button"
            className={styles.chip}
            aria-pressed={query.view === view}
            onClick={() => ask({ view })}
          >
            {names[view]}
          </button>
        ))}
      <Choice
        label={t('promptTemplateController.category')}
        value={query.category}
        options={categories}
        choose={(category) => ask({ category })}
      />
      <Choice
        label={t('promptTemplateController.tag')}
        value={query.tag}
        options={tags}
        choose={(tag) => ask({ tag })}
      />
    </div>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly choose: (value: string) => void;
};

/** A select, rendered while it has options, or a chosen value that no longer exists. */
function Choice({ label, value, options, choose }: ChoiceProps) {
  if (options.length === 0 && value === '') return null;
  return (
    <select className={styles.choice} aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
      <option value="">{label}</option>
      {[...new Set([...options, ...(value === '' ? [] : [value])])].map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
