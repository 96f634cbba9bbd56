import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import {
  changePermissionSet,
  createPermissionSet,
  deletePermissionSet,
  getPermissionSet,
  listNameable,
  previewPrivileges,
  type Nameable,
  type Preview,
} from '@parlance/shared/contract/api/privileges/privileges';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { idsAtMost, type Statement } from '@parlance/shared/contract/access/privileges';
import { call } from '@parlance/shared/http';
import { useEditedComposed, type Kept } from '@parlance/shared/loading';

/** Kinds of things whose names the server knows. */
export const namedKinds = ['bot', 'model', 'tool', 'knowledge'] as const;
export type NamedKind = (typeof namedKinds)[number];
/** The names of things, by id. */
export type Names = ReadonlyMap<string, string>;

/** Finds things whose name contains `q`. */
export const findNameable = async (
  kind: NamedKind | 'member' | 'team',
  q: string,
  signal?: AbortSignal,
): Promise<readonly Nameable[]> =>
  (await call(listNameable, { query: { kind, q } }, signal === undefined ? {} : { signal })).items;

/** Loads the names of everything in these statements. Deleted things have no name. */
export async function namesIn(statements: readonly Statement[]): Promise<Names> {
  const asked = namedKinds.flatMap((kind) => {
    const ids = [...new Set(statements.filter((it) => it.kind === kind).flatMap((it) => it.ids))];
    return Array.from({ length: Math.ceil(ids.length / idsAtMost) }, (_, at) => ({
      kind,
      ids: ids.slice(at * idsAtMost, (at + 1) * idsAtMost).join(','),
    }));
  });
  const answers = await Promise.all(asked.map((query) => call(listNameable, { query })));
  return new Map(answers.flatMap(({ items }) => items.map(({ id, name }) => [id, name])));
}

export type Content = {
  readonly name: string;
  readonly description: string;
  readonly statements: readonly Statement[];
};
export type OpenSet = { readonly set: PermissionSet | null; readonly content: Content; readonly names: Names };

/** Loads a set to edit, or the initial content of a new one: empty, or a copy of another. */
export function useSet(id: string | null, from: string | null): Kept<OpenSet> {
  return useEditedComposed<OpenSet>('admin/permission-set', [id, from], async () => {
    const readId = id ?? from;
    if (readId === null) return { set: null, content: { name: '', description: '', statements: [] }, names: new Map() };
    const found = await readSet(readId);
    const content = {
      name: id === null ? '' : found.name,
      description: found.description,
      statements: found.statements,
    };
    return { set: id === null ? null : found, content, names: await namesIn(found.statements) };
  });
}

export const readSet = (id: string): Promise<PermissionSet> => call(getPermissionSet, { params: { set_id: id } });

/** Creates the set, or saves it based on the edited revision. */
export function saveSet(
  id: string | null,
  revision: number,
  { name, description, statements }: Content,
): Promise<PermissionSet> {
  const body = { name, description, statements: [...statements] };
  return id === null
    ? call(createPermissionSet, { body })
    : call(changePermissionSet, { params: { set_id: id }, body: { ...body, revision } });
}

export const removeSet = (id: string): Promise<unknown> => call(deletePermissionSet, { params: { set_id: id } });

export type PreviewInput = CheckedInput<typeof previewPrivileges>['body'];
export const loadPreview = (body: PreviewInput): Promise<Preview> => call(previewPrivileges, { body });
