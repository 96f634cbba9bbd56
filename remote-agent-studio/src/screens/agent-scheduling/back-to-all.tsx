import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { listAddress } from './addresses.ts';
import own from './agent-scheduling.module.css';

export function BackToAll() {
  const { t } = useTranslation('agent-scheduling');
  return (
    <p className={own.back}>
      <Link to={listAddress}>{t('all')}</Link>
    </p>
  );
}
