import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function Dialogue() {
  const { t } = useTranslation('chat');
  return <Page title={t('dialogue.title')}>{null}</Page>;
}
