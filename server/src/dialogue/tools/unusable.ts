import type { ToolFault } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../platform/errors/api-error.ts';

const messageMaxLength = 300;

/** What a tool is refused with whose functions cannot be worked with: why, and in words for developers what of it. */
export const unusableReason = (reason: ToolFault, path: string, message: string, cause?: unknown): ApiError =>
  new ApiError('tool_unusable', {
    issues: [
      { path: 'reason', message: reason },
      { path, message: message.slice(0, messageMaxLength) },
    ],
    cause,
  });
