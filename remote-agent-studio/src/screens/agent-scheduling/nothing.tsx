import type { SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { newAddress } from './addresses.ts';
import own from './agent-scheduling.module.css';
import { examples } from './examples.ts';
import { useMayCreate } from '../../executions/use-may-create.ts';

type Props = {
  /** True if a search or filter is active. */
  readonly isNarrowed: boolean;
  readonly places: SchedulePlaces | null;
  readonly clear: () => void;
};

/** The content of an empty list: a way to begin, or a button that clears the filter. */
export default function Nothing({ isNarrowed, places, clear }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const mayCreate = useMayCreate();
  if (isNarrowed)
    return (
      <EmptyState
        title={t('none.title')}
        action={
          <button type="button" className="button" onClick={clear}>
            {t('none.clear')}
          </button>
        }
      />
    );
  if (places?.limit === 0) return <EmptyState title={t('empty.title')} text={t('empty.noPlan')} drawing={<Clock />} />;
  const isFull = places !== null && places.limit !== null && places.used >= places.limit;
  return (
    <>
      <EmptyState
        title={t('empty.title')}
        text={
          isFull
            ? t('places.none', { used: places.used, limit: places.limit })
            : mayCreate
              ? t('empty.text')
              : t('shared:errors.privilege_missing')
        }
        drawing={<Clock />}
        action={
          isFull || !mayCreate ? undefined : (
            <Link className="button button-main" to={newAddress()}>
              {t('new')}
            </Link>
          )
        }
      />
      {!isFull && mayCreate && (
        <section>
          <h2 className={own.examplesHead}>{t('examples.title')}</h2>
          <ul className={own.examples}>
            {examples.map(({ id, drawing }) => (
              <li key={id}>
                <svg
                  viewBox="0 0 24 24"
                  width="28"
                  height="28"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  aria-hidden="true"
                >
                  <path d={drawing} />
                </svg>
                <Link to={newAddress({ example: id })}>{t(`examples.${id}.name`)}</Link>
                <p>{t(`examples.${id}.about`)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Clock() {
  return (
    <svg
      viewBox="0 0 120 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="60" cy="44" r="30" />
      <path d="M60 18v4M60 66v4M34 44h4M82 44h4" />
      <path d="M60 28v16l12 8" stroke="var(--accent)" />
    </svg>
  );
}
