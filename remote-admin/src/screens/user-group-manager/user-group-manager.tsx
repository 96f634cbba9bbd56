import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function UserGroupManager() {
  const { t } = useTranslation('admin');
  return <Page title={t('userGroups.title')}>{null}</Page>;
}
