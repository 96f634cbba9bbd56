import type { Fault } from '@parlance/shared/ui/fields';

/** Said below a field whose text is no object. */
export const noJson: Fault = { key: 'agent-studio:tools.noJson' };

/** The object that a text is as JSON; null where it is none. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null; // just looked at
  } catch {
    return null;
  }
}
