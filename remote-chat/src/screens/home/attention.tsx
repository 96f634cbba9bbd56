import type { Meter } from '@parlance/shared/contract/api/subscription/subscription';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { useReachable } from '@parlance/shared/remote/reachable';
import { Link } from '@parlance/shared/router';
import { WarningMark } from '@parlance/shared/ui/marks';
import attention from './attention.module.css';
import { useAttention } from './use-attention.ts';

const subscriptionPath = '/subscription-manager';
const automationsPath = '/agent-automation';

/** The warnings for an administrator; renders nothing if there are none. */
export function Attention() {
  const { t } = useTranslation('chat');
  const { expiry, meters, automations } = useAttention();
  const canOpen = useReachable(subscriptionPath);
  const canControl = useReachable(automationsPath);
  const isOfPlan = expiry !== null || meters.length > 0;
  if (!isOfPlan && automations === null) return null;
  return (
    <section className={attention.area} aria-labelledby="chat-attention">
      <h2 id="chat-attention">
        <WarningMark />
        {t('home.attention')}
      </h2>
      <ul>
        {expiry !== null && (
          <li>
            {t(`home.expiry.${expiry.because}`, {
              date: formatDate(currentLanguage(), expiry.at, { dateStyle: 'long' }),
            })}
          </li>
        )}
        {meters.map((meter) => (
          <li key={meter.kind}>
            <Nearly meter={meter} />
          </li>
        ))}
        {automations !== null && <Automations automations={automations} />}
      </ul>
      <div className={attention.links}>
        {isOfPlan && canOpen && <Link to={subscriptionPath}>{t('home.toSubscription')}</Link>}
        {automations !== null && canControl && (
          <Link to={`${automationsPath}?view=control`}>{t('home.toControlRoom')}</Link>
        )}
      </div>
    </section>
  );
}

/** The warnings about automations, each only if there are any. */
function Automations({
  automations: { held, failed, stopped, without_owner: withoutOwner },
}: {
  readonly automations: NonNullable<ReturnType<typeof useAttention>['automations']>;
}) {
  const { t } = useTranslation('chat');
  const number = (value: number) => ({ number: formatNumber(currentLanguage(), value) });
  return (
    <>
      {held !== null && (
        <li>
          {t('home.automations.held', { date: formatDate(currentLanguage(), held.since, { dateStyle: 'long' }) })}
        </li>
      )}
      {failed > 0 && <li>{t('home.automations.failed', number(failed))}</li>}
      {stopped > 0 && <li>{t('home.automations.stopped', number(stopped))}</li>}
      {stopped > 0 && withoutOwner > 0 && <li>{t('home.automations.withoutOwner', number(withoutOwner))}</li>}
    </>
  );
}

function Nearly({ meter: { kind, used, limit } }: { readonly meter: Meter }) {
  const { t } = useTranslation('chat');
  const amount = (value: number) =>
    kind === 'storage' ? formatBytes(currentLanguage(), value) : formatNumber(currentLanguage(), value);
  const given = { used: amount(used), limit: amount(limit ?? used) };
  const words = {
    seats: t('home.meters.seats', given),
    agents: t('home.meters.agents', given),
    dialogues: t('home.meters.dialogues', given),
    storage: t('home.meters.storage', given),
    schedules: t('home.meters.schedules', given),
  };
  return words[kind];
}
