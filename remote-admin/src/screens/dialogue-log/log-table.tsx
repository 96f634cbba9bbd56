import type { LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import styles from '../../dialogue-log/dialogue-log.module.css';
import { memberText } from '../../dialogue-log/member-text.ts';

type Props = {
  readonly dialogues: readonly LoggedDialogue[];
  readonly isStale: boolean;
  readonly onlyMember: (id: string) => void;
};

/** The table of dialogues. */
export function LogTable({ dialogues, isStale, onlyMember }: Props) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const number = (value: number) => formatNumber(language, value);
  const columns: readonly Column<LoggedDialogue>[] = [
    {
      id: 'title',
      head: t('dialogueLog.columns.title'),
      isName: true,
      cell: (dialogue) => <Title dialogue={dialogue} />,
    },
    {
      id: 'member',
      head: t('dialogueLog.columns.member'),
      cell: ({ member }) => <Member text={memberText(t, member)} id={member.id} only={onlyMember} />,
    },
    { id: 'bot', head: t('dialogueLog.columns.bot'), cell: ({ bot }) => bot.name },
    { id: 'prompts', head: t('dialogueLog.columns.prompts'), cell: ({ prompts }) => number(prompts) },
    { id: 'tokens', head: t('dialogueLog.columns.tokens'), cell: ({ tokens }) => number(tokens) },
    {
      id: 'ratings',
      head: t('dialogueLog.columns.ratings'),
      cell: ({ ratings: { up, down } }) =>
        up + down === 0 ? '–' : t('dialogueLog.ratings', { up: number(up), down: number(down) }),
    },
    {
      id: 'asked',
      head: t('dialogueLog.columns.asked'),
      cell: ({ asked_at: at }) => <time dateTime={at}>{formatDate(language, at)}</time>,
    },
  ];
  return <DataTable caption={t('dialogueLog.title')} columns={columns} rows={dialogues} isStale={isStale} />;
}

function Title({ dialogue: { id, title, deleted_at: deletedAt } }: { readonly dialogue: LoggedDialogue }) {
  const { t } = useTranslation('admin');
  return (
    <span className={styles.title}>
      <Link to={`/dialogue-log/${id}`}>{title}</Link>
      {deletedAt !== null && <small>{t('dialogueLog.deleted')}</small>}
    </span>
  );
}

/** A member: a name links to their dialogues; an alias has no link. */
function Member({
  text,
  id,
  only,
}: {
  readonly text: string;
  readonly id: string | null;
  readonly only: (id: string) => void;
}) {
  const { t } = useTranslation('admin');
  if (id === null) return text;
  return (
    <button
      type="button"
      className="button-link"
      title={t('dialogueLog.onlyMember', { name: text })}
      onClick={() => only(id)}
    >
      {text}
    </button>
  );
}
