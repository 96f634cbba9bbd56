import { patternFaults } from '@parlance/shared/contract/api/governance/rules';
import type { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';

/** Says what is wrong with a regular expression, and shows the part in question or the words of its parser. */
export function PatternFaultText({ issue }: { readonly issue: ApiFailure['issues'][number] | undefined }) {
  const { t } = useTranslation('admin');
  const fault = patternFaults.find((it) => issue?.path === `pattern.${it}`);
  return (
    <p>
      {fault !== undefined && fault !== 'syntax' && t(`governance.patternFaults.${fault}`)}{' '}
      {issue !== undefined && issue.message !== '' && <code>{issue.message}</code>}
    </p>
  );
}
