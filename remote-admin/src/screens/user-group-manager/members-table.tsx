import type { MemberSort, MemberSummary } from '@parlance/shared/contract/api/members';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import { memberColumns, memberTexts, type MemberColumn } from './member-texts.ts';
import styles from './user-group-manager.module.css';

type MembersTableProps = {
  readonly members: readonly MemberSummary[];
  readonly sort: MemberSort;
  readonly onSort: (sort: MemberSort) => void;
  readonly isStale: boolean;
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly open: (member: MemberSummary) => void;
};

const sortable: readonly MemberColumn[] = ['name', 'email', 'role'];

/** The table of members. The name opens the details. */
export function MembersTable({ members, sort, onSort, isStale, chosen, select, open }: MembersTableProps) {
  const { t } = useTranslation('admin');
  const ownId = useSession((session) => session.whoami?.member_id);
  const rows = members.map((member) => ({ id: member.id, member, texts: memberTexts(t, member) }));
  type Row = (typeof rows)[number];

  function draw(column: MemberColumn, { member, texts }: Row) {
    if (column === 'name')
      return <Name member={member} name={texts.name || member.email} isOwn={member.id === ownId} open={open} />;
    if (column === 'registration' && !member.registration.is_completed)
      return <span className={styles.pending}>{texts.registration}</span>;
    if (column === 'secondStep' && member.mfa_preference === 'NONE')
      return <span className={styles.off}>{texts.secondStep}</span>;
    if (column === 'email' || column === 'teams') return texts[column];
    return <span className={styles.words}>{texts[column]}</span>;
  }
  const toggle = (id: string) => select(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  const columns: readonly Column<Row>[] = [
    {
      id: 'selection',
      head: t('userGroups.selection'),
      hidesHead: true,
      cell: ({ id, member, texts }) => (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t('userGroups.select', { name: texts.name || member.email })}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    ...memberColumns.map((id): Column<Row> => ({
      id,
      head: t(`userGroups.columns.${id}`),
      cell: (row) => draw(id, row),
      isSortable: sortable.includes(id),
      isName: id === 'name',
    })),
  ];

  return (
    <DataTable
      caption={t('userGroups.members')}
      columns={columns}
      rows={rows}
      order={{ by: sort.replace('-', ''), isDescending: sort.startsWith('-') }}
      // Only sortable columns call it.
      onOrder={({ by, isDescending }) => onSort(`${isDescending ? '-' : ''}${by}` as MemberSort)}
      isStale={isStale}
    />
  );
}

type NameProps = {
  readonly member: MemberSummary;
  readonly name: string;
  readonly isOwn: boolean;
  readonly open: (member: MemberSummary) => void;
};

function Name({ member, name, isOwn, open }: NameProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <button type="button" className={styles.name} onClick={() => open(member)}>
        {name}
      </button>
      {isOwn && <span className={styles.own}>{t('userGroups.you')}</span>}
      {member.state === 'deactivated' && <span className={styles.ended}>{t('userGroups.states.deactivated')}</span>}
    </>
  );
}
