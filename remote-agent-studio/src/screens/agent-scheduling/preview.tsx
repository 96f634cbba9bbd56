import type { Tick } from '@parlance/shared/contract/api/schedules';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import type { Loaded } from '@parlance/shared/loading';
import { ErrorState } from '@parlance/shared/ui/page';
import own from './schedule-form.module.css';
import { Strip } from './strip.tsx';
import { useCronWords } from '../../cron-words/use-cron-words.ts';
import type { Next } from './use-preview.ts';

type Props = {
  readonly cron: string;
  readonly next: Loaded<Next | null>;
  /** True if a field shows why there is nothing. */
  readonly isRefused: boolean;
};

/** The times of a schedule: in words, as the next moments, and as a timeline. */
export function Preview({ cron, next, isRefused }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const words = useCronWords(cron);
  return (
    <section className={own.preview} aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      <p className={own.words} role="status">
        {words}
      </p>
      {next.status === 'failed' && !isRefused && <ErrorState error={next.failure} />}
      {next.status === 'ready' && next.data === null && <p className={own.note}>{t('preview.unfinished')}</p>}
      {next.status === 'ready' && next.data?.ticks.length === 0 && <p className={own.note}>{t('preview.none')}</p>}
      {next.status === 'ready' && next.data !== null && next.data.ticks.length > 0 && (
        <>
          <Strip moments={next.data.ticks.map(({ at }) => Date.parse(at))} zone={next.data.zone} />
          <ol className={own.ticks}>
            {next.data.ticks.map((tick) => (
              <NextMoment key={tick.at} tick={tick} zone={next.data?.zone ?? 'UTC'} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function NextMoment({ tick: { at, clock_change: change }, zone }: { readonly tick: Tick; readonly zone: string }) {
  const { t } = useTranslation('agent-scheduling');
  const language = currentLanguage();
  return (
    <li>
      <time dateTime={at}>
        {formatDate(language, at, {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          timeZone: zone,
        })}
      </time>
      <small>{formatRelative(language, at)}</small>
      {change !== null && <p className={own.change}>{t(`preview.${change}`)}</p>}
    </li>
  );
}
