import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import { useTranslation } from '@parlance/shared/i18n';
import ListMenu, { type Export } from '@parlance/shared/list-menu';
import type { FileQuery } from './file-query.ts';
import { typeText } from './type-text.ts';
import { useAllFiles } from './use-all-files.ts';

type Translate = ReturnType<typeof useTranslation<'file-manager'>>['t'];
/** The columns that a person may hide. */
const choosable = ['state', 'type', 'size', 'use', 'owner', 'changed'] as const;
/** The columns of an exported row, in this order. */
const saved = ['name', 'folder', 'state', 'type', 'size', 'use', 'owner', 'changed'] as const;

type Props = { readonly query: FileQuery; readonly hidden: readonly string[] };

/** The actions on the list of files as it is filtered. */
export function FileListMenu({ query, hidden }: Props) {
  const { t } = useTranslation('file-manager');
  const load = useAllFiles(query);
  const table: Export = {
    fileName: t('admin:files.title'),
    head: saved.map((id) => t(`columns.${id}`)),
    load: async (signal, loaded) => (await load(signal, loaded)).map((file) => textsOf(t, file)),
  };
  return (
    <ListMenu
      list="files"
      columns={choosable.map((id) => ({ id, head: t(`columns.${id}`) }))}
      hidden={hidden}
      table={table}
    />
  );
}

/** Returns the cells in the order of the head. Bytes and moments are formatted for spreadsheets of any language. */
const textsOf = (t: Translate, file: ManagedFile): readonly string[] => [
  file.name,
  file.folder?.name ?? '',
  t(`states.${file.state}`),
  typeText(t, file),
  String(file.size),
  file.used_by.map(({ name }) => name).join('; '),
  file.owner?.name ?? '',
  file.updated_at,
];
