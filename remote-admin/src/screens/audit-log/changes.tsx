import type { AuditEntryDetails } from '@parlance/shared/contract/api/audit/audit-log';
import { currentLanguage, i18n, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { type Column, DataTable } from '@parlance/shared/ui/data';
import styles from './audit-log.module.css';

type Change = AuditEntryDetails['changes'][number];
type Value = Change['before'];

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The changed fields, before and after; for a list, its removed and added items. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation('audit-log');
  if (changes.length === 0) return <p className={styles.note}>{t('entry.noChanges')}</p>;
  const columns: readonly Column<Change & { readonly id: string }>[] = [
    { id: 'field', head: t('entry.field'), isName: true, cell: ({ field }) => nameOf(field) },
    {
      id: 'before',
      head: t('entry.before'),
      cell: ({ before, after }) => <Side value={before} other={after} isBefore />,
    },
    {
      id: 'after',
      head: t('entry.after'),
      cell: ({ before, after }) => <Side value={after} other={before} isBefore={false} />,
    },
  ];
  return (
    <DataTable
      caption={t('entry.changes')}
      columns={columns}
      rows={changes.map((change) => ({ ...change, id: change.field }))}
    />
  );
}

/** Returns the display name of a field if it has one; else its name in the log. */
const nameOf = (field: string) =>
  i18n.exists(`audit-log:fields.${field}`) ? i18n.t(`audit-log:fields.${field}`) : field.replaceAll('_', ' ');

function Side({
  value,
  other,
  isBefore,
}: {
  readonly value: Value;
  readonly other: Value;
  readonly isBefore: boolean;
}) {
  const { t } = useTranslation('audit-log');
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={styles.nothing}>{t('entry.nothing')}</span>;
  if (!Array.isArray(value))
    return (
      <Mark isBefore={isBefore} isChanged>
        {textOf(value, { yes: t('entry.yes'), no: t('entry.no') })}
      </Mark>
    );
  const others = Array.isArray(other) ? other : [];
  return (
    <ul className={styles.values}>
      {value.map((it) => (
        <li key={it}>
          <Mark isBefore={isBefore} isChanged={!others.includes(it)}>
            {it}
          </Mark>
        </li>
      ))}
    </ul>
  );
}

function Mark({
  isBefore,
  isChanged,
  children,
}: {
  readonly isBefore: boolean;
  readonly isChanged: boolean;
  readonly children: string;
}) {
  if (!isChanged) return children;
  return isBefore ? <del className={styles.before}>{children}</del> : <ins className={styles.after}>{children}</ins>;
}

function textOf(value: string | number | boolean, { yes, no }: { readonly yes: string; readonly no: string }): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return formatNumber(currentLanguage(), value);
  return moment.test(value) ? formatDate(currentLanguage(), value) : value;
}
