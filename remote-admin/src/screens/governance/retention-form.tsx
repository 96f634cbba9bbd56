import { useState } from 'react';
import {
  keptAtLeast,
  keptAtMost,
  retentionKinds,
  type DryRun,
  type Retention,
  type RetentionDays,
  type RetentionKind,
} from '@parlance/shared/contract/api/retention';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import { Conflict } from '@parlance/shared/ui/conflict';
import { useEdited } from '@parlance/shared/ui/edited';
import { Actions, SubmitFailure, TextField, useSending } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from './retention.module.css';
import { readRetention, storeRetention, wouldGo } from './use-retention.ts';

type TypedDays = Readonly<Record<RetentionKind, string>>;
const typedOf = (days: RetentionDays): TypedDays =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, String(days[kind] ?? '')])) as TypedDays; // every kind is there

/** Parses the typed days; null if any of them is invalid. */
function daysOf(typed: TypedDays): RetentionDays | null {
  const days: Partial<Record<RetentionKind, number>> = {};
  for (const kind of retentionKinds) {
    const text = typed[kind].trim();
    if (text === '') continue;
    if (isFaulty(kind, text)) return null;
    days[kind] = Number(text);
  }
  return days;
}

const isFaulty = (kind: RetentionKind, text: string) =>
  text.trim() !== '' && !(/^\d+$/.test(text.trim()) && Number(text) >= keptAtLeast[kind] && Number(text) <= keptAtMost);

/** Edits the days that each kind is kept. It can be saved only with a preview of what would be purged. */
export function RetentionForm(given: { readonly loaded: Retention; readonly keep: (retention: Retention) => void }) {
  const { t } = useTranslation('admin');
  const edited = useEdited<Retention, TypedDays>({
    ...given,
    placeOf: () => 'retention',
    draftOf: ({ days }) => typedOf(days),
    revisionOf: ({ version }) => version,
    read: readRetention,
  });
  const { draft: typed, isChanged, theirs } = edited;
  const [tried, setTried] = useState<{
    readonly typed: TypedDays;
    readonly days: RetentionDays;
    readonly run: DryRun;
  } | null>(null);
  const { send, isSending, failure } = useSending();
  const days = daysOf(typed);
  // The preview belongs to the values of that time.
  const dry = tried?.typed === typed ? tried : null;
  useLeavingAsks(isChanged && !isSending, { of: 'address' });

  function tryOut(): void {
    if (days === null) return;
    send(async () => {
      setTried({ typed, days, run: await wouldGo(days) });
      return 'again';
    });
  }
  const save = (wanted: RetentionDays, over?: Retention) =>
    send(async () => {
      const now = await edited.save((_, version) => storeRetention(wanted, version), over);
      if (now === null) return 'again';
      setTried(null);
      snackbar(t('retention.saved'), { tone: 'good' });
      return 'again';
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        tryOut();
      }}
    >
      {theirs !== null && (
        <Conflict
          keepMine={() => (dry === null ? tryOut() : save(dry.days, theirs))}
          takeTheirs={() => edited.begin(theirs)}
          isSending={isSending}
        >
          <Theirs theirs={theirs.days} mine={typed} />
        </Conflict>
      )}
      <div className={styles.kinds}>
        {retentionKinds.map((kind) => (
          <TextField
            key={kind}
            label={t(`retention.kinds.${kind}`)}
            hint={<Hint kind={kind} />}
            fault={
              isFaulty(kind, typed[kind])
                ? {
                    key: 'admin:retention.tooFew',
                    values: { count: keptAtLeast[kind] },
                  }
                : undefined
            }
            isOptional
            inputMode="numeric"
            value={typed[kind]}
            onType={(text) => edited.change((before) => ({ ...before, [kind]: text }))}
          />
        ))}
      </div>
      <SubmitFailure failure={failure} isTyped />
      <Actions>
        <button type="submit" className="button" aria-disabled={isSending || days === null}>
          {t('retention.try')}
        </button>
      </Actions>
      <div role="status">{dry !== null && <WouldGo run={dry.run} />}</div>
      {dry !== null && (
        <Actions>
          <button type="button" className="button button-main" aria-disabled={isSending} onClick={() => save(dry.days)}>
            {t('retention.save')}
          </button>
        </Actions>
      )}
    </form>
  );
}

/** The least days of a kind, and what goes with it where its name does not say it. */
function Hint({ kind }: { readonly kind: RetentionKind }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {kind === 'reasoning' && <div>{t('retention.reasoningGoes')}</div>}
      {t('retention.least', { count: keptAtLeast[kind] })}
    </>
  );
}

/** The differing values of the other's version. */
function Theirs({ theirs, mine }: { readonly theirs: RetentionDays; readonly mine: TypedDays }) {
  const { t } = useTranslation('admin');
  const told = typedOf(theirs);
  const said = (days: string) => days.trim() || t('retention.noNumber');
  const different = retentionKinds.filter((kind) => told[kind] !== mine[kind].trim());
  return (
    <ul>
      {different.map((kind) => (
        <li key={kind}>
          {t('retention.theirs', {
            kind: t(`retention.kinds.${kind}`),
            theirs: said(told[kind]),
            mine: said(mine[kind]),
          })}
        </li>
      ))}
    </ul>
  );
}

function WouldGo({ run: { kinds } }: { readonly run: DryRun }) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  if (kinds.length === 0) return <p className={styles.would}>{t('retention.nothing')}</p>;
  const columns: readonly Column<DryRun['kinds'][number] & { readonly id: string }>[] = [
    { id: 'kind', head: t('retention.columns.kind'), isName: true, cell: ({ kind }) => t(`retention.kinds.${kind}`) },
    { id: 'count', head: t('retention.columns.count'), cell: ({ count }) => formatNumber(language, count) },
    {
      id: 'oldest',
      head: t('retention.columns.oldest'),
      cell: ({ oldest }) => oldest !== null && <time dateTime={oldest}>{formatDate(language, oldest)}</time>,
    },
    { id: 'held', head: t('retention.columns.held'), cell: ({ held }) => formatNumber(language, held) },
  ];
  return (
    <div className={styles.would}>
      <h3>{t('retention.would')}</h3>
      <DataTable caption={t('retention.would')} columns={columns} rows={kinds.map((it) => ({ ...it, id: it.kind }))} />
      <p className={styles.lead}>{t('retention.later')}</p>
    </div>
  );
}
