import { useTranslation } from '@parlance/shared/i18n';
import styles from '../../listing/listing.module.css';

/** The remaining places of the plan for schedules and automations. */
export default function Places({ used, limit }: { readonly used: number; readonly limit: number }) {
  const { t } = useTranslation('agent-scheduling');
  return <p className={styles.note}>{t(used < limit ? 'places.some' : 'places.none', { used, limit })}</p>;
}
