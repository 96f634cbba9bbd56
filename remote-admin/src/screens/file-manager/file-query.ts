import {
  managedOrder,
  managedType,
  type DialogueFileFilter,
  type ManagedFilter,
  type ManagedOrder,
} from '@parlance/shared/contract/api/file-manager';
import { attachmentState } from '@parlance/shared/contract/api/attachments';
import { knowledgeState } from '@parlance/shared/contract/api/knowledge/knowledge';
import { withoutUndefined } from '../../defined.ts';

export const views = ['knowledge', 'dialogues', 'deleted'] as const;
export type View = (typeof views)[number];

/** The thresholds of large files in bytes, offered by the filter. */
export const sizeSteps = [100_000, 1_000_000, 10_000_000] as const;
export const kinds = ['file', 'web-page', 'text'] as const;
export const uses = ['used', 'unused'] as const;
export const searchMaxLength = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const id = (text: string | null) => (text !== null && uuid.test(text) ? text : undefined);
const oneOf = <T extends string>(choices: readonly T[], text: string | null) => choices.find((it) => it === text);
const size = (text: string | null) => sizeSteps.find((it) => String(it) === text);

/** The query of an address: a reload, Back and a link lead to the same list. Unknown parameters are ignored. */
export type FileQuery = ManagedFilter & { readonly order: ManagedOrder; readonly direction: 'asc' | 'desc' };
export const everyFile: FileQuery = { q: '', order: 'name', direction: 'asc' };

export const viewOf = (params: URLSearchParams): View => oneOf(views, params.get('view')) ?? 'knowledge';
/** Returns the file that is open beside the list. */
export const openedIn = (params: URLSearchParams): string | null => id(params.get('file')) ?? null;

export function readQuery(params: URLSearchParams): FileQuery {
  const folder = params.get('folder');
  return {
    q: (params.get('q') ?? '').slice(0, searchMaxLength),
    order: oneOf(managedOrder.options, params.get('order')) ?? everyFile.order,
    direction: params.get('direction') === 'desc' ? 'desc' : 'asc',
    ...withoutUndefined({
      kind: oneOf(kinds, params.get('kind')),
      folder: folder === 'none' ? ('none' as const) : id(folder),
      state: oneOf(knowledgeState.options, params.get('state')),
      type: oneOf(managedType.options, params.get('type')),
      owner_id: id(params.get('owner')),
      use: oneOf(uses, params.get('use')),
      size: size(params.get('size')),
    }),
  };
}

/** Returns the address of a query, without default values. */
export function writeQuery({ q, order, direction, owner_id, size: least, ...rest }: FileQuery): Record<string, string> {
  return withoutUndefined({
    q: q === '' ? undefined : q,
    order: order === everyFile.order ? undefined : order,
    direction: direction === everyFile.direction ? undefined : direction,
    owner: owner_id,
    size: least === undefined ? undefined : String(least),
    ...rest,
  });
}

/** Says whether the list is filtered by more than a folder. */
export const isNarrowed = ({ q, kind, state, type, owner_id, use, size: least }: FileQuery): boolean =>
  q !== '' || [kind, state, type, owner_id, use, least].some((it) => it !== undefined);

export type DialogueFileQuery = DialogueFileFilter & {
  readonly order: 'size' | 'created';
  readonly direction: 'asc' | 'desc';
};

export function readDialogueFileQuery(params: URLSearchParams): DialogueFileQuery {
  return {
    order: params.get('order') === 'size' ? 'size' : 'created',
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
    ...withoutUndefined({
      type: oneOf(managedType.options, params.get('type')),
      state: oneOf(attachmentState.options, params.get('state')),
      size: size(params.get('size')),
    }),
  };
}

export function writeDialogueFileQuery({
  order,
  direction,
  type,
  state,
  size: least,
}: DialogueFileQuery): Record<string, string> {
  return withoutUndefined({
    view: 'dialogues',
    order: order === 'created' ? undefined : order,
    direction: direction === 'desc' ? undefined : direction,
    type,
    state,
    size: least === undefined ? undefined : String(least),
  });
}
