import type { MeterKind } from '@parlance/shared/contract/api/subscription/subscription';
import type { ChangePreview } from '@parlance/shared/contract/api/subscription/subscription-changes';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { Link } from '@parlance/shared/router';
import { WarningMark } from '@parlance/shared/ui/marks';
import { meterAmount } from './amounts.ts';
import styles from './subscription-manager.module.css';

/** The places where usage can be reduced; a month of dialogues only passes. */
const places: Readonly<Record<MeterKind, string | null>> = {
  seats: '/user-group-manager',
  agents: '/agent-controller',
  dialogues: null,
  storage: '/file-manager',
  schedules: '/agent-automation?view=control',
};

/** The meters whose usage exceeds the smaller plan, with links to reduce them. */
export function Above({ preview: { plan_name: plan, above } }: { readonly preview: ChangePreview }) {
  const { t } = useTranslation('subscription-manager');
  return (
    <section className={styles.notice} data-warning="true" role="alert">
      <h3>
        <WarningMark />
        {t('above.title', { plan })}
      </h3>
      <ul>
        {above.map(({ kind: meter, used, limit }) => (
          <li key={meter}>
            {t(`above.meters.${meter}`, { used: meterAmount(meter, used), limit: meterAmount(meter, limit) })}{' '}
            <Place meter={meter} />
          </li>
        ))}
      </ul>
      <p>{t('above.refused')}</p>
    </section>
  );
}

function Place({ meter }: { readonly meter: MeterKind }) {
  const { t } = useTranslation('subscription-manager');
  const path = places[meter];
  const isReachable = useReachable(path?.split('?')[0] ?? '');
  if (path === null) return <span>{t('above.nextMonth')}</span>;
  // In an expired workspace that place is unreachable. The cast holds: the meter without a place is excluded.
  return isReachable ? <Link to={path}>{t(`above.places.${meter as Exclude<MeterKind, 'dialogues'>}`)}</Link> : null;
}
