import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';

/** The most characters of the command typed behind “/” to find a template at once. Unique in the organisation. */
export const commandMaxLength = 40;
export const commandPattern = /^[a-z0-9][a-z0-9-]*$/;
export const tagMaxLength = 30;
/** The most tags of one template. */
export const tagsAtMost = 10;
export const templateCategoryMaxLength = 40;
/** The most characters of a search text. */
export const templateSearchMaxLength = 200;

/** The requirement of every endpoint of prompt templates (specification §5). */
export const requiresTemplates = { feature: 'prompt_template' } as const;
const requires = requiresTemplates;
const rating = z.enum(['up', 'down']);

/** The scope of a template: its owner alone, named people, or everybody in the organisation. */
export const templateScope = z.enum(['private', 'people', 'organization']);
export type TemplateScope = z.infer<typeof templateScope>;

/**
 * A review that gives a version to the whole organisation. An administrator decides who neither asked for it nor wrote
 * it. `refused` stays with its reason until it is asked for again.
 */
export const templateReview = z.object({
  state: z.enum(['pending', 'refused']),
  version: z.number(),
  asked_by: z.nullable(colleague),
  asked_at: z.iso.datetime(),
  /** The reason for a refusal. */
  reason: z.string(),
});
export type TemplateReview = z.infer<typeof templateReview>;

/** The rights of the caller to a template. */
export const templateCan = z.object({
  use: z.boolean(),
  /** Write versions, change settings, enable, disable, delete. */
  edit: z.boolean(),
  share: z.boolean(),
  /** Decide about the review that is pending. */
  review: z.boolean(),
  copy: z.boolean(),
});
export type TemplateCan = z.infer<typeof templateCan>;

/**
 * A template in a list, its texts in the caller's language, else in the fallback: those of the version in use, if there
 * is one.
 */
export const promptTemplateSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  command: z.nullable(z.string()),
  category: z.string(),
  tags: z.array(z.string()),
  is_enabled: z.boolean(),
  /** True if hidden from every list but the archive's, and used by nobody. */
  is_archived: z.boolean(),
  is_favorite: z.boolean(),
  scope: templateScope,
  owner: z.nullable(colleague),
  /** The version that members use; null if there is none yet. */
  version: z.nullable(z.number()),
  review: z.nullable(templateReview),
  uses: z.number(),
  ratings: z.object({ up: z.number(), down: z.number() }),
  own_rating: z.nullable(rating),
  updated_at: z.iso.datetime(),
  can: templateCan,
});
export type PromptTemplateSummary = z.infer<typeof promptTemplateSummary>;

export const templateSorts = ['title', '-title', 'updated', '-updated', 'uses', '-uses', 'rating', '-rating'] as const;
export type TemplateSort = (typeof templateSorts)[number];
/**
 * The views of the list. `review`: those the caller may decide about. `deleted`: those that can be restored. Archived
 * ones are in `archived` alone.
 */
export const templateViews = ['all', 'mine', 'shared', 'favorites', 'review', 'archived', 'deleted'] as const;
export type TemplateView = (typeof templateViews)[number];

/** The template that a request is about. */
export const templateParams = z.object({ template_id: z.uuid() });

/** Lists the templates that the caller may use or edit. `q` matches title, description, command and tags. */
export const listPromptTemplates = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/templates',
  requires,
  summary: 'Prompt templates that the caller sees.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(templateSearchMaxLength)), ''),
    view: z._default(z.enum(templateViews), 'all'),
    enabled: z.optional(z.enum(['true', 'false'])),
    category: z.optional(z.string().check(z.maxLength(templateCategoryMaxLength))),
    tag: z.optional(z.string().check(z.maxLength(tagMaxLength))),
    sort: z._default(z.enum(templateSorts), '-updated'),
  }),
  response: pageOf(promptTemplateSummary),
});

/** Lists the categories and tags of the templates that the caller sees. */
export const listTemplateLabels = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/labels',
  requires,
  summary: 'Categories and tags in use.',
  response: z.object({ categories: z.array(z.string()), tags: z.array(z.string()) }),
});

/**
 * Changes many templates at once; those on which the caller lacks the right come back in `refused`. A deleted one can
 * be restored for 30 days.
 */
export const changePromptTemplates = endpoint({
  method: 'POST',
  path: '/prompt-templates/v1/templates/bulk',
  requires,
  summary: 'Enables, disables, archives, deletes or brings back prompt templates.',
  body: z.strictObject({
    template_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)),
    action: z.enum(['enable', 'disable', 'archive', 'unarchive', 'delete', 'undelete']),
  }),
  response: z.object({ changed: z.array(z.uuid()), refused: z.array(z.uuid()) }),
});

/** Sets the caller's own marks on a template; omitted fields stay. A null rating removes the rating. */
export const markPromptTemplate = endpoint({
  method: 'PATCH',
  path: '/prompt-templates/v1/templates/:template_id/marks',
  requires,
  summary: 'Marks a template as a favourite, or rates it.',
  params: templateParams,
  body: z.strictObject({ is_favorite: z.optional(z.boolean()), rating: z.optional(z.nullable(rating)) }),
  response: promptTemplateSummary,
});
