import type { TemplateScope } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { useTranslation } from '@parlance/shared/i18n';

type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];

export const scopes: readonly TemplateScope[] = ['private', 'people', 'organization'];

/** Returns the display names of a template's scopes. */
export const scopeNames = (t: Translate): Readonly<Record<TemplateScope, string>> => ({
  private: t('promptTemplateController.scopes.private'),
  people: t('promptTemplateController.scopes.people'),
  organization: t('promptTemplateController.scopes.organization'),
});

/** Returns their explanations. */
export const scopesAbout = (t: Translate): Readonly<Record<TemplateScope, string>> => ({
  private: t('promptTemplateEditor.sharing.about.private'),
  people: t('promptTemplateEditor.sharing.about.people'),
  organization: t('promptTemplateEditor.sharing.reviewed'),
});
