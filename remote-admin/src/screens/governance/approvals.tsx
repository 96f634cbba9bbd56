import { useRef, useState } from 'react';
import type { Approval } from '@parlance/shared/contract/api/governance/rules';
import { approvalNoteMaxLength } from '@parlance/shared/contract/api/governance/rule';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { MoreRows } from '@parlance/shared/ui/data';
import { TextField } from '@parlance/shared/ui/fields';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './governance.module.css';
import { useApprovals, useDecision } from './use-approvals.ts';

/** The prompts that wait for an administrator's decision; renders nothing without any. */
export function Approvals() {
  const { t } = useTranslation('admin');
  const heading = useRef<HTMLHeadingElement>(null);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { rows, more, reload } = useApprovals();
  if (rows.status === 'loading') return null;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  const waiting = rows.data.filter(({ id }) => !decided.has(id));
  // The heading stays after the last decision: it has the focus.
  if (waiting.length === 0 && decided.size === 0) return null;
  const settled = (id: string) => {
    setDecided((before) => new Set([...before, id]));
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="governance-approvals" className={styles.approvals}>
      <h2 id="governance-approvals" ref={heading} tabIndex={-1}>
        {t('governance.approvals.title')}
      </h2>
      {waiting.length === 0 && <p>{t('governance.approvals.none')}</p>}
      <ul className={styles.cards}>
        {waiting.map((approval) => (
          <li key={approval.id}>
            <Card approval={approval} onSettled={() => settled(approval.id)} />
          </li>
        ))}
      </ul>
      <MoreRows more={more} label={t('governance.more')} />
    </section>
  );
}

function Card({
  approval: {
    id,
    rule_name: rule,
    asked_by: person,
    bot_name: bot,
    prompt,
    file_names: files,
    created_at: at,
    lapses_at: until,
    may_decide: mayDecide,
  },
  onSettled,
}: {
  readonly approval: Approval;
  readonly onSettled: () => void;
}) {
  const { t } = useTranslation('admin');
  const [note, setNote] = useState('');
  const { isSending, decide } = useDecision(id, onSettled);
  const time = (moment: string) => formatDate(currentLanguage(), moment);
  return (
    <article className={styles.card} aria-label={t('governance.approvals.of', { name: person.name, rule })}>
      <h3>{t('governance.approvals.of', { name: person.name, rule })}</h3>
      <p className={styles.when}>{t('governance.approvals.asked', { bot, at: time(at), until: time(until) })}</p>
      <p className={styles.prompt} role="group" tabIndex={0} aria-label={t('governance.approvals.prompt')}>
        {prompt}
      </p>
      {files.length > 0 && <p>{t('governance.approvals.files', { files: files.join(', ') })}</p>}
      {mayDecide ? (
        <>
          <TextField
            label={t('governance.approvals.note')}
            isOptional
            maxLength={approvalNoteMaxLength}
            value={note}
            onType={setNote}
          />
          <p className={styles.decisions}>
            <button
              type="button"
              className="button button-main"
              aria-disabled={isSending}
              onClick={() => void decide(true, note)}
            >
              {t('governance.approvals.allow')}
            </button>
            <button type="button" className="button" aria-disabled={isSending} onClick={() => void decide(false, note)}>
              {t('governance.approvals.refuse')}
            </button>
          </p>
        </>
      ) : (
        <p>{t('governance.approvals.own')}</p>
      )}
    </article>
  );
}
