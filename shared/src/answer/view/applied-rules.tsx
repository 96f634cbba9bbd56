import { useTranslation } from '@parlance/shared/i18n';
import type { AppliedRule } from '../../contract/api/runs/runs.ts';
import { ShieldMark } from '../../ui/controls/marks.tsx';
import applied from './applied-rules.module.css';

/** The rules that applied to a message, and their actions. Nothing of their content is disclosed. */
export function AppliedRules({ rules }: { readonly rules: readonly AppliedRule[] }) {
  const { t } = useTranslation('shared');
  if (rules.length === 0) return null;
  return (
    <ul className={applied.rules} aria-label={t('ui.rules.title')}>
      {rules.map(({ name, action }) => (
        <li key={`${action} ${name}`}>
          <ShieldMark />
          {t(`ui.rules.${action}`, { name })}
        </li>
      ))}
    </ul>
  );
}
