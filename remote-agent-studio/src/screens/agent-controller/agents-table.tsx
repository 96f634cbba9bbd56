import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { Link } from '@parlance/shared/router';
import { DataTable } from '@parlance/shared/ui/data';
import styles from './agent-controller.module.css';

const pageOf = ({ id }: Pick<BotSummary, 'id'>) => `/bots/${id}`;

/** The agents, one a row. The name leads to the agent's page where this installation has one. */
export function AgentsTable({ agents }: { readonly agents: readonly BotSummary[] }) {
  const { t } = useTranslation('agent-studio');
  const hasPages = useReachable(pageOf({ id: 'any' }));
  return (
    <DataTable
      caption={t('agentController.title')}
      columns={[
        {
          id: 'name',
          head: t('agentController.columns.name'),
          isName: true,
          cell: (agent) => (
            <span className={styles.name}>
              <span className={styles.avatar} aria-hidden="true">{agent.avatar}</span>
              {hasPages ? <Link to={pageOf(agent)}>{agent.name}</Link> : agent.name}
            </span>
          ),
        },
        { id: 'description', head: t('agentController.columns.description'), isPlain: true, cell: ({ description }) => <span className={styles.description}>{description}</span> },
      ]}
      rows={agents}
    />
  );
}
