import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function PrivacyPolicy() {
  const { t } = useTranslation('registration');
  return <Page title={t('privacyPolicy.title')}>{null}</Page>;
}
