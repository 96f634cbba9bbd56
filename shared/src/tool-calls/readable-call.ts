import type { useTranslation } from '@parlance/shared/i18n';
import type { ToolCall } from '../contract/api/tools.ts';

type Translate = ReturnType<typeof useTranslation<'tool-calls'>>['t'];

/** Returns the display name of a call: a built-in tool by its name in the person’s language, others by their own. */
export function toolNameOf({ kind, tool_name: name, function: called }: ToolCall, t: Translate): string {
  if (kind === 'web-page' || kind === 'calculator' || kind === 'date-time') return t(`tool-calls:kind.${kind}`);
  return name === '' ? called : `${name}: ${called}`;
}

/** Formats JSON with a line for each value. Anything else stays as it is. */
export function readableName(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
