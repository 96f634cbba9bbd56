import * as z from '@parlance/shared/contract/schema';
import { colleague, colleagueTeam } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { day } from '../../values/moment.ts';
import {
  promptTemplateDefinition,
  promptTemplateFileVersion,
  variablesAtMost,
  variableValueMaxLength,
  optionsAtMost,
} from '../../agents/prompt-template.ts';
import {
  commandMaxLength,
  commandPattern,
  promptTemplateSummary,
  requiresTemplates,
  tagMaxLength,
  tagsAtMost,
  templateCategoryMaxLength,
  templateParams,
  templateScope,
  templateSearchMaxLength,
} from './prompt-template-list.ts';
import { named } from '../shares.ts';

export const versionMessageMaxLength = 500;
export const refusalMaxLength = 1_000;

const requires = requiresTemplates;

/** A template as its editor has it. */
export const promptTemplate = z.object({
  ...promptTemplateSummary.shape,
  /** The newest version, in use or not. */
  definition: promptTemplateDefinition,
  newest_version: z.number(),
  /** Counts the changes. Whoever saves says which one they saw. */
  revision: z.number(),
  changed_by: z.nullable(colleague),
  people: z.array(colleague),
  teams: z.array(colleagueTeam),
});
export type PromptTemplate = z.infer<typeof promptTemplate>;

const versionParams = z.object({
  ...templateParams.shape,
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000)),
});

/** What most endpoints are about, and answer with. */
const ofTemplate = { requires, params: templateParams, response: promptTemplate } as const;
const versionMessage = z._default(z.string().check(z.trim(), z.maxLength(versionMessageMaxLength)), '');

const settings = {
  command: z.nullable(
    z.string().check(z.trim(), z.toLowerCase(), z.maxLength(commandMaxLength), z.regex(commandPattern)),
  ),
  category: z.string().check(z.trim(), z.maxLength(templateCategoryMaxLength)),
  tags: z
    .array(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(tagMaxLength)))
    .check(z.maxLength(tagsAtMost)),
};

/** A template in a file: the newest version, without its people and its history. */
export const promptTemplateFile = z.object({
  kind: z.literal('parlance.prompt-template'),
  version: z.literal(promptTemplateFileVersion),
  definition: promptTemplateDefinition,
  command: z._default(settings.command, null),
  category: z._default(settings.category, ''),
  tags: z._default(settings.tags, []),
});
export type PromptTemplateFile = z.infer<typeof promptTemplateFile>;

/** What a new template begins with. A command that is taken is left out of a copy and of what a file says. */
export const templateOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), definition: promptTemplateDefinition, ...settings, message: versionMessage }),
  z.object({ kind: z.literal('copy'), template_id: z.uuid() }),
  z.object({ kind: z.literal('file'), file: z.unknown() }),
]);
export type TemplateOrigin = z.input<typeof templateOrigin>;

/**
 * Makes a private template of the caller's whose first version is in use. Refused with name_taken where the command is
 * taken, with validation_failed where the definition has faults, and with import_too_new where a newer product wrote
 * the file. A key that has done something else is refused with 409 idempotency_key_reused.
 */
export const createPromptTemplate = endpoint({
  method: 'POST',
  path: '/prompt-templates/v1/templates',
  requires: { ...requires, privilege: 'template.create' },
  summary: 'Makes a prompt template.',
  body: z.object({ idempotency_key: z.uuid(), from: templateOrigin }),
  response: promptTemplate,
});

export const getPromptTemplate = endpoint({
  ...ofTemplate,
  method: 'GET',
  path: '/prompt-templates/v1/templates/:template_id',
  summary: 'A prompt template with its newest version.',
});

/**
 * Writes a further version and the settings. Refused with conflict where the template is no longer the revision that
 * the caller saw: nothing is overwritten. `in_use`: members use it from now on; where the organisation uses the
 * template it is reviewed first, and what was in use stays so until then.
 */
export const savePromptTemplate = endpoint({
  ...ofTemplate,
  method: 'PUT',
  path: '/prompt-templates/v1/templates/:template_id',
  summary: 'Saves a prompt template as a further version.',
  body: z.strictObject({
    revision: z.number(),
    definition: promptTemplateDefinition,
    ...settings,
    message: versionMessage,
    in_use: z._default(z.boolean(), true),
  }),
});

export const templateVersion = z.object({
  number: z.number(),
  message: z.string(),
  created_at: z.iso.datetime(),
  created_by: z.nullable(colleague),
  is_in_use: z.boolean(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/templates/:template_id/versions',
  requires,
  summary: 'The versions of a prompt template, newest first.',
  params: templateParams,
  query: pageQuery,
  response: pageOf(z.object({ id: z.uuid(), ...templateVersion.shape })),
});

export const getTemplateVersion = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/templates/:template_id/versions/:number',
  requires,
  summary: 'One version of a prompt template, whole.',
  params: versionParams,
  response: z.object({ ...templateVersion.shape, definition: promptTemplateDefinition }),
});

/** Members use this version from now on; where the organisation uses the template it is reviewed first. */
export const chooseTemplateVersion = endpoint({
  ...ofTemplate,
  method: 'PUT',
  path: '/prompt-templates/v1/templates/:template_id/version-in-use',
  summary: 'Chooses the version that members use.',
  body: z.strictObject({ revision: z.number(), number: versionParams.shape.number }),
});

/**
 * Who may use it. `organization` asks for a review, and the scope stays as it is until then; where no other
 * administrator could decide, an administrator's own wish is enough.
 */
export const setTemplateAccess = endpoint({
  ...ofTemplate,
  method: 'PUT',
  path: '/prompt-templates/v1/templates/:template_id/access',
  summary: 'Says who may use a prompt template.',
  body: z.strictObject({ scope: templateScope, ...named }),
});

/**
 * Approves or refuses the pending version. `version` is the one that was reviewed; if another one is pending by now,
 * the answer is conflict.
 */
export const reviewPromptTemplate = endpoint({
  ...ofTemplate,
  method: 'POST',
  path: '/prompt-templates/v1/templates/:template_id/review',
  requires: { ...requires, role: 'admin' },
  summary: 'Decides whether the organisation is given a template.',
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('approve'), version: z.number() }),
    z.strictObject({
      decision: z.literal('refuse'),
      version: z.number(),
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(refusalMaxLength)),
    }),
  ]),
});

/** The newest version as a file for `createPromptTemplate`. */
export const exportPromptTemplate = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/templates/:template_id/file',
  requires,
  summary: 'A prompt template as a file.',
  params: templateParams,
  response: promptTemplateFile,
});

/** A template that the caller may use, as “/” offers it. */
export const usableTemplate = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  command: z.nullable(z.string()),
  is_favorite: z.boolean(),
  version: z.number(),
  /** It asks for something before it is inserted. */
  has_variables: z.boolean(),
});
export type UsableTemplate = z.infer<typeof usableTemplate>;

/**
 * Enabled, with a version in use: the favourites first, then the most used. `q` is found in title, description, command
 * and tags.
 */
export const listUsableTemplates = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/usable',
  requires,
  summary: 'Prompt templates that the caller may use.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(templateSearchMaxLength)), ''),
  }),
  response: pageOf(usableTemplate),
});

/** What the form of a template is made from: the version in use. */
export const getUsableTemplate = endpoint({
  method: 'GET',
  path: '/prompt-templates/v1/usable/:template_id',
  requires,
  summary: 'A prompt template to fill in.',
  params: templateParams,
  response: z.object({
    ...usableTemplate.shape,
    definition: promptTemplateDefinition,
    user: z.string(),
    team: z.string(),
  }),
});

/**
 * Fills in the version that the caller has seen, and counts it as used: the text is the person's own from then on. A
 * repeated request with the same key counts nothing twice, another one is refused with 409 idempotency_key_reused.
 * Refused with conflict where another version is in use by now, with validation_failed where a required value is
 * missing or one is not of its kind; `issues` names the variables.
 */
export const fillPromptTemplate = endpoint({
  method: 'POST',
  path: '/prompt-templates/v1/usable/:template_id/uses',
  requires,
  summary: 'A prompt template filled in.',
  params: templateParams,
  body: z.strictObject({
    idempotency_key: z.uuid(),
    version: z.number(),
    language,
    /** The caller's day, which is another one elsewhere. */
    date: day,
    values: z
      .record(
        z.string().check(z.maxLength(40)),
        z.array(z.string().check(z.maxLength(variableValueMaxLength))).check(z.maxLength(optionsAtMost)),
      )
      .check(z.refine((values) => Object.keys(values).length <= variablesAtMost)),
  }),
  response: z.object({ text: z.string() }),
});
