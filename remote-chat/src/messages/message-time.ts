import type { Language } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';

/** Formats the time of a message of today, day and time of an older one. */
export function messageTime(language: Language, createdAt: string, now: Date = new Date()): string {
  const isToday = new Date(createdAt).toDateString() === now.toDateString();
  return formatDate(
    language,
    createdAt,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
}
