import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import { useTranslation } from '@parlance/shared/i18n';
import { limitAmount } from './amounts.ts';
import { differencesBetween, type PlanLimit } from './differences.ts';
import styles from './subscription-manager.module.css';

/** The gains and losses of another plan. */
export function WhatChanges({ now, then }: { readonly now: Plan; readonly then: Plan }) {
  const { t } = useTranslation('subscription-manager');
  const { gained, lost, limits } = differencesBetween(now, then);
  const amount = (limit: PlanLimit, value: number | null) =>
    value === null ? t('limits.none') : limitAmount(limit, value);
  const limited = (direction: 'more' | 'less') =>
    limits
      .filter((it) => it.direction === direction)
      .map(({ limit, from, to }) => ({
        id: limit,
        text: t('change.fromTo', { what: t(`limits.${limit}`), from: amount(limit, from), to: amount(limit, to) }),
      }));
  const parts = [
    { id: 'gained', items: [...gained.map((it) => ({ id: it, text: t(`admin:features.${it}`) })), ...limited('more')] },
    { id: 'lost', items: [...lost.map((it) => ({ id: it, text: t(`admin:features.${it}`) })), ...limited('less')] },
  ] as const;
  return (
    <div className={styles.changes}>
      {parts.map(
        ({ id, items }) =>
          items.length > 0 && (
            <section key={id} data-kind={id}>
              <h3>{t(`change.${id}`)}</h3>
              <ul>
                {items.map((it) => (
                  <li key={it.id}>{it.text}</li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}
