import { useTranslation } from '@parlance/shared/i18n';
import { DocumentPage } from '../../legal/document-page.tsx';

/** The privacy policy. */
export default function PrivacyPolicy() {
  const { t } = useTranslation('registration');
  return (
    <DocumentPage
      kind="privacy-policy"
      title={t('privacyPolicy.title')}
      other={{ path: '/terms/service', title: t('service.title') }}
    />
  );
}
