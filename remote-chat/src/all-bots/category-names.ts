import type { BotCategory } from '@parlance/shared/contract/api/bots';
import type { useTranslation } from '@parlance/shared/i18n';

/** Returns the display names of the categories of bots. */
export const botCategoryNames = (
  t: ReturnType<typeof useTranslation<'chat'>>['t'],
): Readonly<Record<BotCategory, string>> => ({
  general: t('bots.categories.general'),
  knowledge: t('bots.categories.knowledge'),
  writing: t('bots.categories.writing'),
  people: t('bots.categories.people'),
  it: t('bots.categories.it'),
  sales: t('bots.categories.sales'),
  finance: t('bots.categories.finance'),
  legal: t('bots.categories.legal'),
  other: t('bots.categories.other'),
});
