import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function Bots() {
  const { t } = useTranslation('chat');
  return <Page title={t('bots.title')}>{null}</Page>;
}
