import type { Action } from '@parlance/shared/contract/agents/automation';
import { fillPlaces } from '@parlance/shared/contract/agents/automation-places';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import type { ActionOutcome } from '@parlance/shared/contract/api/executions';
import { nameMaxLength } from '@parlance/shared/contract/values/name';

/** What an action is done with. */
export type Material = { readonly event: unknown; /** What the agent said. */ readonly answer: string };

const subjectMaxLength = 200;
/** Characters of what was sent that a history shows. */
const shownMaxLength = 1_000;

const filled = (template: string, { event, answer }: Material, longest: number) =>
  fillPlaces(template, event, { answer, longest }).text;
/** On one line, and never empty: what the event did not have may have been all of it. */
const lineOf = (text: string, otherwise: string) => text.replaceAll(/\s+/g, ' ').trim() || otherwise;

/** The texts of an action with their places filled in. */
export const mailOf = (action: Extract<Action, { kind: 'mail' }>, material: Material, name: string) => ({
  subject: lineOf(filled(action.subject, material, subjectMaxLength), name),
  text: filled(action.text, material, promptMaxLength),
});
export const promptFor = (action: Extract<Action, { kind: 'dialogue' }>, { event, answer }: Material) =>
  fillPlaces(action.prompt, event, { answer, longest: promptMaxLength });
export const fileNameOf = (action: Extract<Action, { kind: 'file' }>, material: Material, name: string): string =>
  lineOf(filled(action.name, material, nameMaxLength), name);

type MessageValues = {
  readonly name: string;
  readonly automationId: string;
  readonly executionId: string;
  readonly at: Date;
};
/** What a receiver gets: the same with every try. */
export const messageOf = (
  { event, answer }: Material,
  { name, automationId, executionId, at }: MessageValues,
): string =>
  JSON.stringify({
    type: 'automation.answered',
    timestamp: at.toISOString(),
    data: { automation: { id: automationId, name }, execution_id: executionId, event, answer },
  });

export const shownAs = (to: string, text: string): NonNullable<ActionOutcome['shown']> => ({
  to,
  text: text.length > shownMaxLength ? `${text.slice(0, shownMaxLength - 1).toWellFormed()}…` : text,
});
