import type { AgentPlaces } from '@parlance/shared/contract/api/agents/agent-list';
import { useTranslation } from '@parlance/shared/i18n';
import styles from '../../listing/listing.module.css';

/** The remaining places of the plan for agents. */
export function Places({ places, canCreate }: { readonly places: AgentPlaces; readonly canCreate: boolean }) {
  const { t } = useTranslation('agent-studio');
  return (
    <p className={styles.note}>
      {t(canCreate ? 'agentController.places.some' : 'agentController.places.none', places)}
    </p>
  );
}
