import { useState } from 'react';
import { replayKeptDays, type Replay } from '@parlance/shared/contract/api/replays';
import { misfitOf, type RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { MoreRows } from '@parlance/shared/ui/data';
import { Actions, Field, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { misfitFault } from './misfit-fault.ts';
import { ReplayFindings } from './replay-findings.tsx';
import styles from './replays.module.css';
import { isUnderWay, lately, useReplayChoices, useReplays, type Choice, type Over } from './use-replays.ts';
import { tidyRule } from './use-rule.ts';

type Props = { readonly ruleId: string | null; readonly definition: RuleDefinition };

/** Tries the rule of the form on past prompts and answers, and lists earlier replays. */
export function Replays({ ruleId, definition }: Props) {
  const { t } = useTranslation('admin');
  const replays = useReplays(ruleId);
  const [over, setOver] = useState(lately);
  const { bots, teams } = useReplayChoices();
  const { send, isSending, failure } = useSending();
  const misfit = misfitOf(definition);
  return (
    <section aria-labelledby="governance-replays" className={styles.part}>
      <h2 id="governance-replays">{t('replays.title')}</h2>
      <p className={styles.lead}>{t('replays.lead')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (misfit !== null) return;
          send(() => replays.begin(tidyRule(definition), over).then(() => 'again'));
        }}
      >
        <div className={styles.days}>
          <Day label={t('replays.from')} day={over.from} onChoose={(from) => setOver({ ...over, from })} />
          <Day label={t('replays.to')} day={over.to} onChoose={(to) => setOver({ ...over, to })} />
        </div>
        <Choices label={t('replays.bots')} all={bots} over={over} of="bot_ids" onChange={setOver} />
        <Choices label={t('replays.teams')} all={teams} over={over} of="team_ids" onChange={setOver} />
        <SubmitFailure failure={failure} isTyped />
        {misfit !== null && <p className={styles.warning}>{t(misfitFault(misfit).key)}</p>}
        <Actions>
          <button type="submit" className="button" aria-disabled={isSending || misfit !== null}>
            {t('replays.begin')}
          </button>
        </Actions>
      </form>
      <h3>{t('replays.past')}</h3>
      {replays.rows.status === 'loading' && <LoadingState />}
      {replays.rows.status === 'failed' && <ErrorState error={replays.rows.failure} onRetry={replays.reload} />}
      {replays.rows.status === 'ready' && replays.rows.data.length === 0 && <p>{t('replays.none')}</p>}
      {replays.rows.status === 'ready' && replays.rows.data.length > 0 && (
        <ul className={styles.list}>
          {replays.rows.data.map((it) => (
            <ReplayRow key={it.id} replay={it} remove={replays.remove} />
          ))}
        </ul>
      )}
      <MoreRows more={replays.more} label={t('governance.more')} />
      <p className={styles.note}>{t('replays.kept', { days: replayKeptDays })}</p>
    </section>
  );
}

function Day({
  label,
  day,
  onChoose,
}: {
  readonly label: string;
  readonly day: string;
  readonly onChoose: (day: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input {...control} type="date" required value={day} onChange={({ target }) => onChoose(target.value)} />
      )}
    </Field>
  );
}

type ChoicesProps = {
  readonly label: string;
  readonly all: readonly Choice[];
  readonly over: Over;
  readonly of: 'bot_ids' | 'team_ids';
  readonly onChange: (over: Over) => void;
};

/** A multiple choice, where no choice means all. It is collapsed initially, because most people want all. */
function Choices({ label, all, over, of, onChange }: ChoicesProps) {
  const { t } = useTranslation('admin');
  if (all.length === 0) return null;
  const chosen = over[of];
  return (
    <details className={styles.choices}>
      <summary>
        {label}:{' '}
        {chosen.length === 0 ? t('replays.all') : t('replays.chosen', { chosen: chosen.length, of: all.length })}
      </summary>
      <div role="group" aria-label={label}>
        {all.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange({ ...over, [of]: target.checked ? [...chosen, id] : chosen.filter((it) => it !== id) })
              }
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}

function ReplayRow({ replay, remove }: { readonly replay: Replay; readonly remove: (id: string) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  const { send, isSending, failure } = useSending();
  const language = currentLanguage();
  const day = (at: string) => formatDate(language, at, { dateStyle: 'medium', timeZone: 'UTC' });
  const about = t('replays.about', {
    from: day(replay.from),
    to: day(replay.to),
    at: formatDate(language, replay.created_at),
  });
  return (
    <li>
      <div className={styles.row}>
        <span>
          <strong>
            {replay.version === null
              ? t('replays.draft', { name: replay.name })
              : t('replays.version', { name: replay.name, version: replay.version })}
          </strong>
          <span>{about}</span>
          <small role="status">{stateOf(t, replay)}</small>
          {isUnderWay(replay) && <progress aria-label={about} max={Math.max(1, replay.of)} value={replay.done} />}
        </span>
        <span className={styles.acts}>
          {replay.status === 'complete' && (
            <button type="button" className="button-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'replays.hide' : 'replays.show')}
            </button>
          )}
          <button
            type="button"
            className="button-link"
            aria-disabled={isSending}
            onClick={() => send(() => remove(replay.id).then(() => 'again'))}
          >
            {t(isUnderWay(replay) ? 'replays.cancel' : 'replays.remove')}
          </button>
        </span>
      </div>
      <SubmitFailure failure={failure} />
      {isOpen && <ReplayFindings id={replay.id} />}
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'admin'>>['t'];

function stateOf(t: Translate, { status, done, of, found }: Replay): string {
  const language = currentLanguage();
  const number = (value: number) => formatNumber(language, value);
  if (status === 'running')
    return t('replays.running', { done: number(Math.min(done, of)), of: number(of), found: number(found) });
  if (status === 'complete') return t('replays.complete', { done: number(done), found: number(found) });
  return t(`replays.states.${status}`);
}
