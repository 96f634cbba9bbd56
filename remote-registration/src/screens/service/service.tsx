import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function Service() {
  const { t } = useTranslation('registration');
  return <Page title={t('service.title')}>{null}</Page>;
}
