import { isErrorCode, type ErrorCode } from '@parlance/shared/contract/errors';
import { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';

/** The code of a tool whose server wants a sign-in of the person first. */
export const signInNeeded = 'tool_sign_in_needed' satisfies ErrorCode;

export const codeOf = (error: unknown): string | null => (error instanceof ApiFailure ? error.code : null);

/** Returns the text for the reason that the functions of a tool could not be read. */
export function useFailureText(): (code: string) => string {
  const { t } = useTranslation('agent-studio');
  return (code) => t(`shared:errors.${isErrorCode(code) ? code : 'internal'}`);
}
