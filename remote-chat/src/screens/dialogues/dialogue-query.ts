import { searchMaxLength } from '@parlance/shared/contract/api/dialogues';
import * as z from '@parlance/shared/contract/schema';

export const views = ['own', 'archived', 'shared'] as const;
export type View = (typeof views)[number];

/** The query of the list: all of it is in the address, so that a reload, Back and a link lead to the same list. */
export type DialogueQuery = {
  readonly view: View;
  /** The search words, over all of one's own dialogues; then no other filter applies. */
  readonly q: string;
  /** The id of a folder, `none` for those in no folder, null for all. */
  readonly folder: string | null;
  readonly bot: string | null;
};

const everything: DialogueQuery = { view: 'own', q: '', folder: null, bot: null };
const folderId = z.union([z.uuid(), z.literal('none')]);

/** Parses the query of an address. Unknown values are ignored. */
export function readQuery(params: URLSearchParams): DialogueQuery {
  const view = z.enum(views).safeParse(params.get('view'));
  const folder = folderId.safeParse(params.get('folder'));
  const bot = z.uuid().safeParse(params.get('bot'));
  return {
    view: view.success ? view.data : 'own',
    q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
    folder: folder.success ? folder.data : null,
    bot: bot.success ? bot.data : null,
  };
}

/** Returns the address of a list, without default values. */
export function writeQuery(query: Partial<DialogueQuery>): string {
  const { view, q, folder, bot } = { ...everything, ...query };
  const params = new URLSearchParams();
  if (view !== 'own') params.set('view', view);
  if (q !== '') params.set('q', q);
  if (folder !== null) params.set('folder', folder);
  if (bot !== null) params.set('bot', bot);
  return params.size === 0 ? '' : `?${params.toString()}`;
}
