import { ownUsageDays, type OwnUsageDays } from '@parlance/shared/contract/api/charts/own-usage';
import type { Language } from '@parlance/shared/contract/values/language';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { ErrorState } from '@parlance/shared/ui/page';
import { useId, useState } from 'react';
import { Section } from './section.tsx';
import styles from './usage.module.css';
import { useLeft, useOwnUsage, type RemainingUse, type Usage as Used, type UsageDay } from './use-own-usage.ts';

/** The person's usage in the present organisation, and the remainder of any limit. */
export function Usage() {
  const { t } = useTranslation('host');
  const [days, setDays] = useState<OwnUsageDays>('30');
  const usage = useOwnUsage(days);
  const left = useLeft();
  return (
    <Section title={t('profile.usage.title')} note={t('profile.usage.note')}>
      {left.status === 'failed' && <ErrorState error={left.failure} onRetry={left.retry} />}
      {left.status === 'ready' && left.data !== null && <LeftTokens left={left.data} />}
      <label className={styles.period}>
        {t('profile.usage.period')}
        <select
          value={days}
          onChange={(event) => setDays(event.target.value as OwnUsageDays) /* the options are these */}
        >
          {ownUsageDays.map((it) => (
            <option key={it} value={it}>
              {t('profile.usage.lastDays', { days: it })}
            </option>
          ))}
        </select>
      </label>
      {usage.status === 'failed' && <ErrorState error={usage.failure} onRetry={usage.retry} />}
      {usage.status === 'loading' && <p role="status">{t('shared:ui.loading')}</p>}
      {usage.status === 'ready' && <Figures usage={usage.data} />}
    </Section>
  );
}

function LeftTokens({ left: { used, limit, resetsAt } }: { readonly left: RemainingUse }) {
  const { t } = useTranslation('host');
  const language = currentLanguage();
  const name = useId();
  const left = Math.max(0, limit - used);
  return (
    <div className={styles.left}>
      <p id={name}>
        {t('profile.usage.left', { left: formatNumber(language, left), limit: formatNumber(language, limit) })}
      </p>
      <progress
        className={left === 0 ? styles.spent : ''}
        aria-labelledby={name}
        max={Math.max(limit, 1)}
        value={Math.min(used, limit)}
      />
      <p className={styles.aside}>
        {t('profile.usage.resets', { date: formatDate(language, resetsAt, { dateStyle: 'long', timeStyle: 'short' }) })}
      </p>
    </div>
  );
}

/** A column of the table, also summed up. */
type Column = { readonly name: string; readonly of: (day: Omit<UsageDay, 'day'>) => string };

function Figures({ usage }: { readonly usage: Used }) {
  const { t } = useTranslation('host');
  const language = currentLanguage();
  const { sums, currencies, bots } = usage;
  if (sums.dialogues + sums.answers + sums.input_tokens + sums.output_tokens === 0)
    return <p>{t('profile.usage.none')}</p>;
  const shown: readonly Column[] = [
    { name: t('profile.usage.dialogues'), of: ({ dialogues }) => formatNumber(language, dialogues) },
    { name: t('profile.usage.answers'), of: ({ answers }) => formatNumber(language, answers) },
    { name: t('profile.usage.inputTokens'), of: (day) => formatNumber(language, day.input_tokens) },
    { name: t('profile.usage.outputTokens'), of: (day) => formatNumber(language, day.output_tokens) },
    ...currencies.map((currency, at): Column => ({
      name: t('profile.usage.cost'),
      of: ({ costs }) => formatCost(language, costs[at] ?? 0, currency),
    })),
  ];
  return (
    <div className={styles.figures}>
      <ul className={styles.sums}>
        {shown.map(({ name, of }, at) => (
          <li key={at}>
            <span>{name}</span> <strong>{of(sums)}</strong>
          </li>
        ))}
      </ul>
      <AnswersByDay days={usage.days} />
      <details>
        <summary>{t('profile.usage.byDay')}</summary>
        <DayTable days={usage.days} shown={shown} />
      </details>
      {bots.length > 0 && <BotTable bots={bots} />}
    </div>
  );
}

/** A bar for each day; the table has the same in figures. */
function AnswersByDay({ days }: { readonly days: readonly UsageDay[] }) {
  const { t } = useTranslation('host');
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  return (
    <div className={styles.answers} aria-hidden="true">
      <p className={styles.aside}>{t('profile.usage.answers')}</p>
      <div className={styles.bars}>
        {days.toReversed().map(({ day, answers }) => (
          <span key={day} style={{ height: `${(answers / most) * 100}%` }} />
        ))}
      </div>
    </div>
  );
}

function DayTable({ days, shown }: { readonly days: readonly UsageDay[]; readonly shown: readonly Column[] }) {
  const { t } = useTranslation('host');
  const language = currentLanguage();
  return (
    <div className={styles.scrolls} role="group" aria-label={t('profile.usage.byDay')} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('profile.usage.byDay')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('profile.usage.day')}</th>
            {shown.map(({ name }, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDate(language, day.day, { dateStyle: 'medium', timeZone: 'UTC' })}</th>
              {shown.map(({ of }, at) => (
                <td key={at}>{of(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BotTable({ bots }: { readonly bots: Used['bots'] }) {
  const { t } = useTranslation('host');
  const language = currentLanguage();
  const most = Math.max(1, ...bots.map(({ answers }) => answers));
  return (
    <table className={styles.table}>
      <caption>{t('profile.usage.bots')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('profile.usage.bot')}</th>
          <th scope="col">{t('profile.usage.dialogues')}</th>
          <th scope="col">{t('profile.usage.answers')}</th>
        </tr>
      </thead>
      <tbody>
        {bots.map(({ id, name, dialogues, answers }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <span className={styles.bar} aria-hidden="true" style={{ width: `${(answers / most) * 100}%` }} />
            </th>
            <td>{formatNumber(language, dialogues)}</td>
            <td>{formatNumber(language, answers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const microsOfUnit = 1_000_000;

/** Formats a cost. One below a unit shows its first significant digits: a single answer often is. */
function formatCost(language: Language, micros: number, currency: string): string {
  const amount = micros / microsOfUnit;
  return formatNumber(language, amount, {
    style: 'currency',
    currency,
    maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
  });
}
