import { isErrorCode } from '@parlance/shared/contract/errors';
import { useTranslation } from '@parlance/shared/i18n';

/** Returns the text for the reason that the functions of a tool could not be read. */
export function useFailureText(): (code: string) => string {
  const { t } = useTranslation('agent-studio');
  return (code) => t(`shared:errors.${isErrorCode(code) ? code : 'internal'}`);
}
