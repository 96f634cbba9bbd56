import type { AuditEntry } from '@parlance/shared/contract/api/audit/audit-log';
import type { useTranslation } from '@parlance/shared/i18n';

export type Translate = ReturnType<typeof useTranslation<'audit-log'>>['t'];

/** Returns the actor, by the name of that time. */
export function actorText(t: Translate, { kind, name }: AuditEntry['actor']): string {
  if (name !== '') return name;
  return kind === 'system' || kind === 'stranger' ? t(`audit-log:actors.${kind}`) : t('audit-log:actors.nameless');
}

/** Returns the action as a sentence. */
export const sentenceOf = (t: Translate, { action, actor, target }: AuditEntry): string =>
  t(`audit-log:sentences.${action}`, {
    who: actorText(t, actor),
    what: target.name === '' ? t('audit-log:nameless') : target.name,
  });
