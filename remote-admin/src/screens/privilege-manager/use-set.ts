import type { PermissionSet } from '@parlance/shared/contract/api/permission-sets';
import {
  changePermissionSet, createPermissionSet, deletePermissionSet, getPermissionSet, listNameable, previewPrivileges, type Nameable, type Preview,
} from '@parlance/shared/contract/api/privileges';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { idsAtMost, type Statement } from '@parlance/shared/contract/privileges';
import { call } from '@parlance/shared/http';
import { useComposed, type Loaded } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useState } from 'react';

/** Kinds of things whose names the server knows. */
export const namedKinds = ['bot', 'model', 'tool', 'knowledge'] as const;
export type NamedKind = (typeof namedKinds)[number];
/** What things are called, by id. */
export type Names = ReadonlyMap<string, string>;

/** What can be named and whose name has `q` in it. */
export const findNameable = async (kind: NamedKind | 'member' | 'team', q: string, signal?: AbortSignal): Promise<readonly Nameable[]> =>
  (await call(listNameable, { query: { kind, q } }, signal === undefined ? {} : { signal })).items;

/** The names of everything in these statements. Deleted things have no name. */
export async function namesIn(statements: readonly Statement[]): Promise<Names> {
  const asked = namedKinds.flatMap((kind) => {
    const ids = [...new Set(statements.filter((it) => it.kind === kind).flatMap((it) => it.ids))];
    return Array.from({ length: Math.ceil(ids.length / idsAtMost) }, (_, at) => ({ kind, ids: ids.slice(at * idsAtMost, (at + 1) * idsAtMost).join(',') }));
  });
  const answers = await Promise.all(asked.map((query) => call(listNameable, { query })));
  return new Map(answers.flatMap(({ items }) => items.map(({ id, name }) => [id, name])));
}

export type Content = { readonly name: string; readonly description: string; readonly statements: readonly Statement[] };
export type Opened = { readonly set: PermissionSet | null; readonly content: Content; readonly names: Names };

/** A set to be changed, or the beginning of a new one: empty, or as another one is. */
export function useSet(id: string | null, from: string | null): Loaded<Opened> & { readonly retry: () => void } {
  // Anew with each visit: a form that began with what was seen before would be refused when it is saved.
  const [visit] = useState(randomUuid);
  return useComposed('admin/permission-set', [id, from], async () => {
    const readId = id ?? from;
    if (readId === null) return { set: null, content: { name: '', description: '', statements: [] }, names: new Map() };
    const read = await call(getPermissionSet, { params: { set_id: readId } });
    const content = { name: id === null ? '' : read.name, description: read.description, statements: read.statements };
    return { set: id === null ? null : read, content, names: await namesIn(read.statements) };
  }, { visit, isEdited: true });
}

export function saved(set: PermissionSet | null, { name, description, statements }: Content): Promise<PermissionSet> {
  const body = { name, description, statements: [...statements] };
  if (set === null) return call(createPermissionSet, { body });
  return call(changePermissionSet, { params: { set_id: set.id }, body: { ...body, revision: set.revision } });
}

export const remove = (id: string): Promise<unknown> => call(deletePermissionSet, { params: { set_id: id } });

export type Asked = CheckedInput<typeof previewPrivileges>['body'];
export const previewed = (body: Asked): Promise<Preview> => call(previewPrivileges, { body });
