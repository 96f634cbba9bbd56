import './texts.ts';
import { useTranslation } from '@parlance/shared/i18n';
import { Tabs } from '@parlance/shared/ui/tabs';

/** One’s own automations beside the control room, for administrators. */
export function ViewTabs({ current }: { readonly current: 'own' | 'control' }) {
  const { t } = useTranslation('automation-control');
  const tabs = [
    { id: 'own', name: t('tabs.own'), to: '/agent-automation' },
    { id: 'control', name: t('tabs.control'), to: '/agent-automation?view=control' },
  ];
  return <Tabs label={t('tabs.title')} tabs={tabs} current={current} isAbove />;
}
