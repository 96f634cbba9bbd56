import {
  fillPromptTemplate,
  listUsableTemplates,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { dayOf } from '@parlance/shared/contract/agents/fill-prompt';
import type { PromptValues } from '@parlance/shared/contract/agents/fill-prompt';
import { call } from '@parlance/shared/http';
import { currentLanguage } from '@parlance/shared/i18n';
import { everyRow } from '@parlance/shared/loading';

/** The most rows a page may have. */
const pageSize = 100;

/** Loads every template that one may use, favourites first, then the most used. */
export const loadUsable = (signal: AbortSignal): Promise<readonly UsableTemplate[]> =>
  everyRow((cursor) => call(listUsableTemplates, { query: { cursor, limit: pageSize } }, { signal }));

type Filling = { readonly id: string; readonly version: number; readonly values: PromptValues; readonly key: string };

/** Fills in a template and returns the prompt. It counts as used from here: the text is then the person's own. */
export async function fillTemplate({ id, version, values, key }: Filling, signal: AbortSignal): Promise<string> {
  const entered = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [...value]]));
  const body = { idempotency_key: key, version, language: currentLanguage(), date: dayOf(new Date()), values: entered };
  return (await call(fillPromptTemplate, { params: { template_id: id }, body }, { signal })).text;
}
