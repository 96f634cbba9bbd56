import type { VariableKind } from '@parlance/shared/contract/agents/prompt-template';
import type { useTranslation } from '@parlance/shared/i18n';

type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];

/** Returns the display names of the kinds of variables. */
export const kindNames = (t: Translate): Readonly<Record<VariableKind, string>> => ({
  text: t('promptTemplateForm.kinds.text'),
  'long-text': t('promptTemplateForm.kinds.longText'),
  number: t('promptTemplateForm.kinds.number'),
  select: t('promptTemplateForm.kinds.select'),
  'multi-select': t('promptTemplateForm.kinds.multiSelect'),
  date: t('promptTemplateForm.kinds.date'),
  file: t('promptTemplateForm.kinds.file'),
  member: t('promptTemplateForm.kinds.member'),
  language: t('promptTemplateForm.kinds.language'),
});
