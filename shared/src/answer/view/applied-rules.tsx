import { useTranslation } from '@parlance/shared/i18n';
import type { AppliedRule } from '../../contract/api/runs/runs.ts';
import { ShieldMark } from '../../ui/controls/marks.tsx';
import applied from './applied-rules.module.css';

/** Which rules did what to a message, said where it stands. Nothing of what they are about is told. */
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
