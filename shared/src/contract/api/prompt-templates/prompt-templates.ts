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

/** A template in its editor. */
export const promptTemplate = z.object({
  ...promptTemplateSummary.shape,
  /** The newest version, in use or not. */
  definition: promptTemplateDefinition,
  newest_version: z.number(),
  /** The revision. A save names the one it is based on. */
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

/** The parameters, response and requirement shared by most endpoints. */
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

/** The origin of a new template. A command that is taken is dropped from a copy or an imported file. */
export const templateOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), definition: promptTemplateDefinition, ...settings, message: versionMessage }),
  z.object({ kind: z.literal('copy'), template_id: z.uuid() }),
  z.object({ kind: z.literal('file'), file: z.unknown() }),
]);
export type TemplateOrigin = z.input<typeof templateOrigin>;

/**
 * Creates a private template of the caller's whose first version is in use. Refused with name_taken if the command is
 * taken, with validation_failed if the definition has faults, and with import_too_new if a newer product wrote the
 * file. A key that has done something else is refused with 409 idempotency_key_reused.
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
 * Writes a further version and the settings. Refused with conflict if the template is no longer at the revision that
 * the caller saw: nothing is overwritten. `in_use`: members use it from now on; a template of the organisation is
 * reviewed first, and the previous version stays in use until then.
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

/** Puts this version into use; a template of the organisation is reviewed first. */
export const chooseTemplateVersion = endpoint({
  ...ofTemplate,
  method: 'PUT',
  path: '/prompt-templates/v1/templates/:template_id/version-in-use',
  summary: 'Chooses the version that members use.',
  body: z.strictObject({ revision: z.number(), number: versionParams.shape.number }),
});

/**
 * Sets the access. `organization` asks for a review, and the scope stays as it is until then; if no other administrator
 * could decide, an administrator's own request is enough.
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

/** Returns the newest version as a file for `createPromptTemplate`. */
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
  /** True if it has a form to fill in before it is inserted. */
  has_variables: z.boolean(),
});
export type UsableTemplate = z.infer<typeof usableTemplate>;

/**
 * Lists enabled templates with a version in use: favourites first, then the most used. `q` matches title, description,
 * command and tags.
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

/** Returns the data of a template's form: the version in use. */
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
 * Refused with conflict if another version is in use by now, with validation_failed if a required value is missing or
 * one is not of its kind; `issues` names the variables.
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
    /** The caller's day, which may differ from the server's. */
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
