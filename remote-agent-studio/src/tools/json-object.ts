import type { Fault } from '@parlance/shared/ui/fields';

/** The fault of a field whose text is no object. */
export const noJson: Fault = { key: 'agent-studio:tools.noJson' };

/** Parses a text as a JSON object; null if it is none. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null; // just checked
  } catch {
    return null;
  }
}
