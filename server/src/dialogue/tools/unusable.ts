import type { ToolFault } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../platform/errors/api-error.ts';

const messageMaxLength = 300;

/** Returns the error for a tool whose functions are unusable: the reason, and a description for developers. */
export const unusableReason = (reason: ToolFault, path: string, message: string, cause?: unknown): ApiError =>
  new ApiError('tool_unusable', {
    issues: [
      { path: 'reason', message: reason },
      { path, message: message.slice(0, messageMaxLength) },
    ],
    cause,
  });
