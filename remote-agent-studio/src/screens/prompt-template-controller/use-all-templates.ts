import {
  listPromptTemplates,
  type PromptTemplateSummary,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { call } from '@parlance/shared/http';
import { loadAll, longestPage } from '@parlance/shared/list-menu/load-all';
import { askedOf, type TemplateQuery } from './use-templates.ts';

/** Loads every template of the list, not only the loaded pages. */
export const useAllTemplates =
  (query: TemplateQuery) =>
  (signal: AbortSignal, loaded: (rows: number) => void): Promise<readonly PromptTemplateSummary[]> =>
    loadAll(
      (cursor) => call(listPromptTemplates, { query: { ...askedOf(query), cursor, limit: longestPage } }, { signal }),
      loaded,
    );
