import { useTranslation } from '@parlance/shared/i18n';
import { DocumentPage } from '../../legal/document-page.tsx';

/** The terms of service. */
export default function Service() {
  const { t } = useTranslation('registration');
  return (
    <DocumentPage
      kind="terms-of-service"
      title={t('service.title')}
      other={{ path: '/terms/privacy-policy', title: t('privacyPolicy.title') }}
    />
  );
}
