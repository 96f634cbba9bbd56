import { managedType } from '@parlance/shared/contract/api/file-manager';
import { knowledgeState } from '@parlance/shared/contract/api/knowledge/knowledge';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes } from '@parlance/shared/i18n/format';
import { FilterFields, Select } from '../../filter-fields/filter-fields.tsx';
import { kinds, sizeSteps, uses, type FileQuery } from './file-query.ts';
import { useOwners } from './use-files.ts';

type Props = {
  readonly query: FileQuery;
  readonly change: (change: Partial<FileQuery>) => void;
  readonly version: number;
};

/** The filters of the list of files. */
export function Filters({ query, change, version }: Props) {
  const { t } = useTranslation('file-manager');
  const owners = useOwners(version);
  const choicesOf = <T extends string>(ids: readonly T[], nameOf: (id: T) => string) =>
    ids.map((id) => ({ id, name: nameOf(id) }));
  const chosen = <T extends string>(ids: readonly T[], id: string | undefined) => ids.find((it) => it === id);
  return (
    <FilterFields label={t('filters.title')}>
      <Select
        label={t('filters.kind')}
        any={t('filters.anyKind')}
        choices={choicesOf(kinds, (id) => t(`kinds.${id}`))}
        chosen={query.kind}
        choose={(id) => change({ kind: chosen(kinds, id) })}
      />
      <Select
        label={t('filters.type')}
        any={t('filters.anyType')}
        choices={choicesOf(
          managedType.options.filter((id) => id !== 'picture'),
          (id) => t(`types.${id}`),
        )}
        chosen={query.type}
        choose={(id) => change({ type: chosen(managedType.options, id) })}
      />
      <Select
        label={t('filters.state')}
        any={t('filters.anyState')}
        choices={choicesOf(knowledgeState.options, (id) => t(`states.${id}`))}
        chosen={query.state}
        choose={(id) => change({ state: chosen(knowledgeState.options, id) })}
      />
      <Select
        label={t('filters.owner')}
        any={t('filters.anyOwner')}
        choices={owners}
        chosen={query.owner_id}
        choose={(owner_id) => change({ owner_id })}
      />
      <Select
        label={t('filters.use')}
        any={t('filters.anyUse')}
        choices={choicesOf(uses, (id) => t(`filters.${id}`))}
        chosen={query.use}
        choose={(id) => change({ use: chosen(uses, id) })}
      />
      <SizeFilter size={query.size} choose={(size) => change({ size })} />
    </FilterFields>
  );
}

export function SizeFilter({
  size,
  choose,
}: {
  readonly size: number | undefined;
  readonly choose: (size: number | undefined) => void;
}) {
  const { t } = useTranslation('file-manager');
  return (
    <Select
      label={t('filters.size')}
      any={t('filters.anySize')}
      choices={sizeSteps.map((it) => ({
        id: String(it),
        name: t('filters.sizeFrom', { size: formatBytes(currentLanguage(), it) }),
      }))}
      chosen={size === undefined ? undefined : String(size)}
      choose={(id) => choose(sizeSteps.find((it) => String(it) === id))}
    />
  );
}
