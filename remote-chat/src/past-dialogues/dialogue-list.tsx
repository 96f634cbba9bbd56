import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import type { Pages } from '@parlance/shared/loading';
import { Link } from '@parlance/shared/router';
import { Avatar } from '../controls/avatar.tsx';
import { PinIcon } from '../controls/icons.tsx';
import { Failed } from '../loading/failed.tsx';
import { More } from '../loading/more.tsx';
import { Bone, Skeleton } from '../loading/skeleton.tsx';
import list from './dialogue-list.module.css';

type Props = {
  readonly dialogues: Pages<DialogueSummary>;
  /** The message of an empty list. */
  readonly emptyText: string;
  /** True if each row names the bot, unless it is plain from the list's place. */
  readonly namesBot: boolean;
};

/** Dialogues in rows that link to them, with every state of a list. */
export function DialogueList({ dialogues, emptyText, namesBot }: Props) {
  const { rows } = dialogues;
  if (rows.status === 'loading') return <LoadingRows />;
  if (rows.status === 'failed') return <Failed failure={rows.failure} retry={dialogues.reload} />;
  if (rows.data.length === 0) return <p className={list.empty}>{emptyText}</p>;
  return (
    <>
      <ul className={list.list}>
        {rows.data.map((dialogue) => (
          <li key={dialogue.id}>
            <Row dialogue={dialogue} namesBot={namesBot} />
          </li>
        ))}
      </ul>
      <More more={dialogues.more} />
    </>
  );
}

function Row({ dialogue, namesBot }: { readonly dialogue: DialogueSummary; readonly namesBot: boolean }) {
  useTranslation('chat'); // re-renders when the language changes
  const language = currentLanguage();
  return (
    <Link className={list.row} to={`/dialogue/${dialogue.id}`}>
      <Avatar emoji={dialogue.bot.avatar} size="small" />
      <span className={list.title}>
        {dialogue.is_pinned && <Pinned />}
        {dialogue.title}
        {namesBot && <span className={list.withBot}> · {dialogue.bot.name}</span>}
      </span>
      <time
        className={list.time}
        dateTime={dialogue.updated_at}
        title={formatDate(language, dialogue.updated_at, { dateStyle: 'full', timeStyle: 'short' })}
      >
        {formatRelative(language, dialogue.updated_at)}
      </time>
    </Link>
  );
}

function Pinned() {
  const { t } = useTranslation('chat');
  return (
    <span className={list.pinned}>
      <PinIcon />
      <span className="visually-hidden">{t('dialogues.pinned')}</span>
    </span>
  );
}

function LoadingRows() {
  return (
    <Skeleton>
      <div className={list.bones}>
        <Bone height={24} />
        <Bone height={24} width="80%" />
        <Bone height={24} width="90%" />
      </div>
    </Skeleton>
  );
}
