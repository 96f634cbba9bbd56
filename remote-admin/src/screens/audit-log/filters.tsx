import { auditSearchMaxLength } from '@parlance/shared/contract/api/audit/audit-log';
import { auditThings } from '@parlance/shared/contract/api/audit/audit-actions';
import { useTranslation } from '@parlance/shared/i18n';
import { SearchField } from '@parlance/shared/ui/data';
import { Day, FilterFields, Select } from '../../filter-fields/filter-fields.tsx';
import styles from './audit-log.module.css';
import { addressMaxLength } from './log-query.ts';
import type { Query } from './use-log.ts';

/** The filters of the log. A person or a thing is chosen in an entry. */
export function Filters({ query, change }: Pick<Query, 'query' | 'change'>) {
  const { t } = useTranslation('audit-log');
  const things = auditThings.map((id) => ({ id, name: t(`things.${id}`) }));
  const thing = (id: string | undefined) => auditThings.find((it) => it === id);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t('filters.search')}
          hint={t('filters.searchHint')}
          value={query.q ?? ''}
          maxLength={auditSearchMaxLength}
          onSearch={(q) => change({ q: q === '' ? undefined : q })}
        />
        <SearchField
          label={t('filters.address')}
          hint={t('filters.address')}
          value={query.address ?? ''}
          maxLength={addressMaxLength}
          onSearch={(address) => change({ address: address === '' ? undefined : address })}
        />
      </div>
      <FilterFields label={t('filters.title')}>
        <Select
          label={t('filters.thing')}
          any={t('filters.anyThing')}
          choices={things}
          chosen={query.thing}
          choose={(id) => change({ thing: thing(id) })}
        />
        <Select
          label={t('filters.kind')}
          any={t('filters.anyKind')}
          choices={things}
          chosen={query.kind}
          choose={(id) => change({ kind: thing(id), target: undefined })}
        />
        <Day label={t('filters.from')} day={query.from} choose={(from) => change({ from })} />
        <Day label={t('filters.to')} day={query.to} choose={(to) => change({ to })} />
      </FilterFields>
    </>
  );
}
