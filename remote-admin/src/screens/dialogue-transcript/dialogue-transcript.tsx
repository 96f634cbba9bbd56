import type { LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import { currentLanguage, endonyms, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { Link, useParams } from '@parlance/shared/router';
import { MoreRows } from '@parlance/shared/ui/data';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import styles from '../../dialogue-log/dialogue-log.module.css';
import { memberText } from '../../dialogue-log/member-text.ts';
import { NamesBar } from '../../dialogue-log/names-bar.tsx';
import { seenWith, useNames } from '../../dialogue-log/use-names.ts';
import { TranscriptMessage } from './transcript-message.tsx';
import { useLoggedDialogue, useLoggedMessages } from './use-transcript.ts';

/** The transcript of one dialogue, for an administrator. */
export default function DialogueTranscript() {
  const { t } = useTranslation('admin');
  const { dialogueId = '' } = useParams();
  const names = useNames();
  const dialogue = useLoggedDialogue(dialogueId, seenWith(names));
  return (
    <Page
      title={dialogue.status === 'ready' ? dialogue.data.title : t('dialogueLog.transcript.title')}
      actions={
        <Link className="button" to="/dialogue-log">
          {t('dialogueLog.transcript.back')}
        </Link>
      }
    >
      {dialogue.status === 'loading' && <LoadingState />}
      {dialogue.status === 'failed' && <ErrorState error={dialogue.failure} onRetry={dialogue.retry} />}
      {dialogue.status === 'ready' && (
        <>
          <NamesBar names={names} />
          <About dialogue={dialogue.data} />
          <Messages dialogue={dialogue.data} />
        </>
      )}
    </Page>
  );
}

function About({
  dialogue: { member, bot, language, prompts, tokens, started_at: started, deleted_at: deleted },
}: {
  readonly dialogue: LoggedDialogue;
}) {
  const { t } = useTranslation('admin');
  const own = currentLanguage();
  const facts = [
    [t('dialogueLog.columns.member'), memberText(t, member)],
    [t('dialogueLog.columns.bot'), bot.name],
    [t('dialogueLog.filters.language'), endonyms[language]],
    [t('dialogueLog.columns.prompts'), formatNumber(own, prompts)],
    [t('dialogueLog.columns.tokens'), formatNumber(own, tokens)],
    [t('dialogueLog.transcript.started'), formatDate(own, started)],
    ...(deleted === null ? [] : [[t('dialogueLog.deleted'), formatDate(own, deleted)]]),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Messages({ dialogue }: { readonly dialogue: LoggedDialogue }) {
  const { t } = useTranslation('admin');
  const { rows, more, reload } = useLoggedMessages(dialogue.id);
  if (rows.status === 'loading') return <LoadingState />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  return (
    <>
      <div className={styles.messages} role="feed" aria-label={t('dialogueLog.transcript.messages')}>
        {rows.data.map((message) => (
          <TranscriptMessage key={message.id} message={message} dialogue={dialogue} />
        ))}
      </div>
      <MoreRows more={more} label={t('dialogueLog.more')} />
    </>
  );
}
