import { Suspense, useState } from 'react';
import {
  templateSearchMaxLength,
  type PromptTemplateSummary,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import { useHiddenColumns } from '@parlance/shared/list-menu/hidden-columns';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import type { TemplateDialog } from '../../templates/template-dialogs.tsx';
import { Filters } from './filters.tsx';
import { TemplatesSelection } from './selection-bar.tsx';
import { TemplatesTable } from './templates-table.tsx';
import { isNarrowed, useTemplateChanges, useTemplateQuery, useTemplates } from './use-templates.ts';

const ListMenu = lazyPart(() => import('./list-menu.tsx'));
const TemplateDialogs = lazyPart(() => import('../../templates/template-dialogs.tsx'));
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'));

/** The prompt templates that one may use or edit. */
export default function PromptTemplateController() {
  const { t } = useTranslation('agent-studio');
  const [query, ask] = useTemplateQuery();
  const { rows, isStale, more, reload } = useTemplates(query);
  const hidden = useHiddenColumns('prompt-templates');
  const [isImporting, setIsImporting] = useState(false);
  const create = (
    <Link className="button button-main" to="/prompt-template-builder">
      {t('promptTemplateController.new')}
    </Link>
  );
  const isBlank = rows.status === 'ready' && rows.data.length === 0 && !isNarrowed(query);
  return (
    <Page
      title={t('promptTemplateController.title')}
      actions={
        <>
          <button type="button" className="button" onClick={() => setIsImporting(true)}>
            {t('promptTemplateController.import')}
          </button>
          {!isBlank && create}
        </>
      }
    >
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {isBlank && (
        <EmptyState
          title={t('promptTemplateController.empty.title')}
          text={t('promptTemplateController.empty.text')}
          action={create}
        />
      )}
      {rows.status === 'ready' && !isBlank && (
        <>
          <div className={listing.narrow}>
            <SearchField
              label={t('promptTemplateController.search')}
              hint={t('promptTemplateController.searchHint')}
              value={query.q}
              maxLength={templateSearchMaxLength}
              onSearch={(q) => ask({ q })}
            />
            <Filters query={query} ask={ask} />
            <MenuButton label={t('shared:listing.menu')}>
              <ListMenu query={query} hidden={hidden} />
            </MenuButton>
          </div>
          {rows.data.length === 0 ? (
            <EmptyState
              title={t('promptTemplateController.none')}
              action={
                <button
                  type="button"
                  className="button"
                  onClick={() => ask({ q: '', view: 'all', category: '', tag: '' })}
                >
                  {t('promptTemplateController.clear')}
                </button>
              }
            />
          ) : (
            <Found
              key={JSON.stringify(query)}
              templates={rows.data}
              isStale={isStale}
              query={query}
              ask={ask}
              hidden={hidden}
              reload={reload}
            />
          )}
          <MoreRows more={more} label={t('promptTemplateController.more')} />
          <p role="status" className="visually-hidden">
            {t('promptTemplateController.shown', { number: rows.data.length })}
          </p>
        </>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog close={() => setIsImporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

type FoundProps = {
  readonly templates: readonly PromptTemplateSummary[];
  readonly isStale: boolean;
  readonly query: ReturnType<typeof useTemplateQuery>[0];
  readonly ask: ReturnType<typeof useTemplateQuery>[1];
  readonly hidden: readonly string[];
  readonly reload: () => void;
};

/** The list with its selection; another query clears the selection. */
function Found({ templates, isStale, query, ask, hidden, reload }: FoundProps) {
  const [chosen, select] = useState<readonly string[]>([]);
  const [dialog, open] = useState<TemplateDialog | null>(null);
  const { change, favor } = useTemplateChanges(reload);
  const selected = templates.filter(({ id, can }) => can.edit && chosen.includes(id));
  return (
    <>
      <TemplatesSelection
        all={templates.filter(({ can }) => can.edit).map(({ id }) => id)}
        selected={selected.map(({ id }) => id)}
        select={select}
        view={query.view}
        act={(action) => {
          void change(selected, action);
          select([]);
        }}
      />
      <TemplatesTable
        templates={templates}
        isStale={isStale}
        query={query}
        ask={ask}
        chosen={chosen}
        select={select}
        change={change}
        favor={favor}
        hidden={hidden}
        open={open}
      />
      {dialog !== null && (
        <Suspense fallback={null}>
          <TemplateDialogs dialog={dialog} close={() => open(null)} changed={reload} />
        </Suspense>
      )}
    </>
  );
}
