import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { storableText } from '../storable.ts';

const messageMaxLength = 300;

/** Returns how far a server says that it is (MCP specification of 2025-11-25, Progress); null if it says nothing. */
export function progressIn({
  progress,
  total,
  message = '',
}: {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}): ToolCall['progress'] | null {
  const words = storableText(message).trim().slice(0, messageMaxLength).toWellFormed();
  const isPart = total !== undefined && Number.isFinite(total) && total > 0 && Number.isFinite(progress);
  if (words === '' && !isPart) return null;
  return { part: isPart ? Math.min(1, Math.max(0, progress / total)) : null, message: words };
}
