import { useId, useState } from 'react';
import { cronMaxLength } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Field } from '@parlance/shared/ui/fields';
import { NamesField } from '@parlance/shared/ui/names-field';
import own from './schedule-form.module.css';
import { Preview } from './preview.tsx';
import { whenOf } from './schedule-draft.ts';
import type { PartProps } from './schedule-form.tsx';
import { SearchedField } from './searched-field.tsx';
import { SimpleFields } from './simple-fields.tsx';
import { useMinutesBetween } from './use-schedule.ts';
import { usePreview } from './use-preview.ts';
import { cronOf, type Simple, simpleOf, weekdayMorning } from './when.ts';
import { allZones } from './zoned-time.ts';

/** Edits the times, in a simple form or as a cron expression, with a preview. */
export function WhenSection({ draft, change, faults }: PartProps) {
  const { t } = useTranslation('agent-scheduling');
  const heading = useId();
  const meant = simpleOf(draft.cron);
  const [isCron, setCron] = useState(meant === null);
  const [simple, setSimple] = useState<Simple>(meant ?? weekdayMorning);
  const preview = usePreview(whenOf(draft));
  const refused = preview.status === 'failed' ? codeOf(preview.failure) : null;
  const fault =
    faults.cron ?? (refused?.startsWith('cron_') === true ? { key: `shared:errors.${refused}` } : undefined);
  const enter = (next: Simple) => {
    setSimple(next);
    change({ cron: cronOf(next) });
  };
  return (
    <section className={own.when} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{t('when.title')}</h2>
        <Manner
          isCron={isCron}
          canBeSimple={meant !== null || draft.cron === ''}
          choose={(cron) => {
            setCron(cron);
            // Values that the expression does not contain, as the day of a month while it is daily, stay.
            if (!cron && meant !== null && cronOf(simple) !== draft.cron) setSimple(meant);
          }}
        />
        {isCron ? (
          <CronField cron={draft.cron} fault={fault} type={(cron) => change({ cron })} />
        ) : (
          <SimpleFields simple={simple} enter={enter} fault={fault} />
        )}
        <ZoneField zone={draft.time_zone} fault={faults.time_zone} choose={(time_zone) => change({ time_zone })} />
      </div>
      <Preview cron={draft.cron} next={preview} isRefused={fault !== undefined} />
    </section>
  );
}

const codeOf = (failure: unknown): string | null =>
  typeof failure === 'object' && failure !== null && 'code' in failure && typeof failure.code === 'string'
    ? failure.code
    : null;

type Props = { readonly isCron: boolean; readonly canBeSimple: boolean; readonly choose: (isCron: boolean) => void };

function Manner({ isCron, canBeSimple, choose }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const cannot = isCron && !canBeSimple;
  return (
    <div className={own.manner} role="group" aria-label={t('when.manner')}>
      <button
        type="button"
        className={own.segment}
        aria-pressed={!isCron}
        disabled={cannot}
        onClick={() => choose(false)}
      >
        {t('when.simple')}
      </button>
      <button type="button" className={own.segment} aria-pressed={isCron} onClick={() => choose(true)}>
        {t('when.cron')}
      </button>
      {cannot && <small>{t('when.notSimple')}</small>}
    </div>
  );
}

type CronProps = {
  readonly cron: string;
  readonly fault: { readonly key: string | readonly string[] } | undefined;
  readonly type: (cron: string) => void;
};

function CronField({ cron, fault, type }: CronProps) {
  const { t } = useTranslation('agent-scheduling');
  const between = useMinutesBetween();
  return (
    <Field
      label={t('when.cron')}
      hint={between === null ? t('when.cronHint') : `${t('when.cronHint')} ${t('when.between', { minutes: between })}`}
      fault={fault}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          className={own.code}
          value={cron}
          maxLength={cronMaxLength}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Field>
  );
}

type ZoneProps = {
  readonly zone: string;
  readonly fault: { readonly key: string | readonly string[] } | undefined;
  readonly choose: (zone: string) => void;
};

/** The number of time zones that are offered; further letters narrow them down. */
const mostOffered = 8;
const named = (zone: string) => ({ id: zone, name: zone.replaceAll('_', ' ') });
const words = (text: string) => text.toLowerCase().replaceAll(/[_/-]+/g, ' ');

function ZoneField({ zone, fault, choose }: ZoneProps) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <SearchedField label={t('when.zone')} hint={t('when.zoneHint')} fault={fault}>
      <NamesField
        label={t('when.zone')}
        chosenLabel={t('when.zoneChosen')}
        hint={t('when.zoneSearch')}
        nothing={(search) => t('when.noZone', { search })}
        chosen={zone === '' ? [] : [named(zone)]}
        change={([chosen]) => choose(chosen?.id ?? '')}
        atMost={1}
        find={(search) =>
          Promise.resolve(
            allZones()
              .filter((it) => words(it).includes(words(search)))
              .slice(0, mostOffered)
              .map(named),
          )
        }
      />
    </SearchedField>
  );
}
