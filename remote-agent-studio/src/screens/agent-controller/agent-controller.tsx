import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function AgentController() {
  const { t } = useTranslation('agent-studio');
  return <Page title={t('agentController.title')}>{null}</Page>;
}
