import {
  changePromptTemplates,
  listPromptTemplates,
  listTemplateLabels,
  markPromptTemplate,
  templateSorts,
  templateViews,
  type PromptTemplateSummary,
  type TemplateSort,
  type TemplateView,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpoint, useEndpointPages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import type { Order } from '@parlance/shared/ui/data';
import { doneTo } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';
import { hiddenParameter } from '@parlance/shared/list-menu/hidden-columns';

export type TemplateQuery = {
  readonly q: string;
  readonly view: TemplateView;
  readonly category: string;
  readonly tag: string;
  readonly sort: TemplateSort;
};
const plain: TemplateQuery = { q: '', view: 'all', category: '', tag: '', sort: '-updated' };

/** Returns the query in the address, and its setter. Invalid values are ignored. */
export function useTemplateQuery(): [TemplateQuery, (change: Partial<TemplateQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const read = (name: keyof TemplateQuery) => params.get(name) ?? plain[name];
  const query: TemplateQuery = {
    q: read('q').slice(0, 200),
    view: templateViews.find((it) => it === read('view')) ?? plain.view,
    category: read('category').slice(0, 40),
    tag: read('tag').slice(0, 30),
    sort: templateSorts.find((it) => it === read('sort')) ?? plain.sort,
  };
  const hidden = params.get(hiddenParameter);
  const ask = (change: Partial<TemplateQuery>) => {
    const changed = Object.entries({ ...query, ...change }).filter(
      ([name, value]) => value !== plain[name as keyof TemplateQuery],
    ); // its own names
    setParams(
      { ...Object.fromEntries(changed), ...(hidden === null ? {} : { [hiddenParameter]: hidden }) },
      { replace: true },
    );
  };
  return [query, ask];
}

export const orderOf = (sort: TemplateSort): Order => ({
  by: sort.replace('-', ''),
  isDescending: sort.startsWith('-'),
});
export const sortOf = ({ by, isDescending }: Order): TemplateSort =>
  templateSorts.find((it) => it === `${isDescending ? '-' : ''}${by}`) ?? plain.sort;
export const isNarrowed = ({ q, view, category, tag }: TemplateQuery): boolean =>
  q !== '' || view !== 'all' || category !== '' || tag !== '';

/** Returns the query for the server. */
export const askedOf = ({ q, view, category, tag, sort }: TemplateQuery) => ({
  q,
  view,
  sort,
  ...(category === '' ? {} : { category }),
  ...(tag === '' ? {} : { tag }),
});

/** The columns that a person may hide. */
export const choosable = ['state', 'scope', 'uses', 'rating', 'updated'] as const;

export function useTemplates(narrowed: TemplateQuery) {
  const query = askedOf(narrowed);
  return useEndpointPages(listPromptTemplates, { query }, { keepsRows: true });
}

export const useLabels = () => useEndpoint(listTemplateLabels, {});

export type TemplateAction = Parameters<typeof call<typeof changePromptTemplates>>[1]['body']['action'];
export type ChangeTemplates = (
  templates: readonly Pick<PromptTemplateSummary, 'id' | 'title'>[],
  action: TemplateAction,
) => Promise<void>;
const opposite: Readonly<Record<TemplateAction, TemplateAction>> = {
  enable: 'disable',
  disable: 'enable',
  archive: 'unarchive',
  unarchive: 'archive',
  delete: 'undelete',
  undelete: 'delete',
};

/** Changes templates, reports the outcome, and offers to undo it. */
export function useTemplateChanges(reload: () => void) {
  const { t } = useTranslation('agent-studio');

  async function change(templates: Parameters<ChangeTemplates>[0], action: TemplateAction): Promise<void> {
    try {
      const { changed, refused } = await call(changePromptTemplates, {
        body: { template_ids: templates.map(({ id }) => id), action },
      });
      if (refused.length > 0)
        snackbar(t('promptTemplateController.refused', { number: refused.length }), { tone: 'warn' });
      const those = templates.filter(({ id }) => changed.includes(id));
      const undo = { label: t('promptTemplateController.undo'), run: () => void change(those, opposite[action]) };
      const text = doneTo(
        action,
        those.map(({ title }) => title),
        (what) => t(`promptTemplateController.done.${action}`, { what }),
      );
      if (those.length > 0) snackbar(text, { tone: 'good', action: undo });
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
    reload();
  }

  async function favor({ id, is_favorite: isFavorite }: PromptTemplateSummary): Promise<void> {
    try {
      await call(markPromptTemplate, { params: { template_id: id }, body: { is_favorite: !isFavorite } });
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
    reload();
  }
  return { change, favor };
}
