import type { PromptTemplateSummary } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { PromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';

export const templateId = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const mia = { id: templateId(900), name: 'Mia Member' };

export const summary = (more: Partial<PromptTemplateSummary> = {}): PromptTemplateSummary => ({
  id: templateId(1),
  title: 'Letter',
  description: '',
  command: 'letter',
  category: 'Sales',
  tags: [],
  is_enabled: true,
  is_archived: false,
  is_favorite: false,
  scope: 'private',
  owner: mia,
  version: 1,
  review: null,
  uses: 3,
  ratings: { up: 0, down: 0 },
  own_rating: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  can: { use: true, edit: true, share: true, review: false, copy: true },
  ...more,
});

export const template = (more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  ...summary(),
  definition: {
    title: { en: 'Letter' },
    description: {},
    body: { en: 'Dear {{who}}' },
    variables: [
      { name: 'who', kind: 'text', label: { en: 'To whom' }, help: {}, is_required: true, default: [], options: [] },
    ],
  },
  newest_version: 1,
  revision: 1,
  changed_by: mia,
  people: [],
  teams: [],
  ...more,
});
