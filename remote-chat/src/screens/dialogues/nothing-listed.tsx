import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import controls from '../../controls/controls.module.css';
import { writeQuery, type DialogueQuery } from './dialogue-query.ts';

/** Explains an empty list, and offers a way on. */
export function NothingListed({ query }: { readonly query: DialogueQuery }) {
  const { t } = useTranslation('chat');
  if (query.bot !== null) {
    return (
      <EmptyState
        drawing={<TwoMarks />}
        title={t('dialogues.noneWithBot')}
        action={<Way to={`/dialogues${writeQuery({ ...query, bot: null })}`} text={t('dialogues.withAllBots')} />}
      />
    );
  }
  if (query.view === 'archived')
    return (
      <EmptyState drawing={<TwoMarks />} title={t('dialogues.noneArchived')} text={t('dialogues.noneArchivedWhy')} />
    );
  if (query.folder !== null) {
    return (
      <EmptyState
        drawing={<TwoMarks />}
        title={t('dialogues.noneInFolder')}
        text={t('dialogues.noneInFolderWhy')}
        action={<Way to="/dialogues" text={t('dialogues.all')} />}
      />
    );
  }
  return (
    <EmptyState
      drawing={<TwoMarks />}
      title={t('dialogues.none')}
      text={t('dialogues.noneWhy')}
      action={<Way to="/#ask" text={t('dialogues.begin')} />}
    />
  );
}

function Way({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link className={controls.button} to={to}>
      {text}
    </Link>
  );
}

/** A line drawing of a prompt and its answer. */
export function TwoMarks() {
  return (
    <svg
      viewBox="0 0 120 88"
      width="120"
      height="88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path d="M12 52V24a10 10 0 0 1 10-10h36a10 10 0 0 1 10 10v12a10 10 0 0 1-10 10H26z" strokeLinejoin="round" />
      <path d="M26 26h28M26 34h16" />
      <path
        d="M78 34h20a10 10 0 0 1 10 10v30L96 66H62a10 10 0 0 1-10-10"
        stroke="var(--accent)"
        strokeLinejoin="round"
      />
    </svg>
  );
}
