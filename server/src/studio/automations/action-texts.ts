import type { Action } from '@parlance/shared/contract/agents/automation';
import { fillPlaces } from '@parlance/shared/contract/agents/automation-places';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import type { ActionOutcome } from '@parlance/shared/contract/api/executions';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { plainText } from '@parlance/shared/contract/values/plain-text';

/** The material of an action. */
export type Material = { readonly event: unknown; /** The agent's answer. */ readonly answer: string };

const subjectMaxLength = 200;
/** The length of sent text that a history shows. */
const shownMaxLength = 1_000;

const filled = (template: string, { event, answer }: Material, longest: number) =>
  fillPlaces(template, event, { answer, longest }).text;
/** Puts a text on one line, never empty: fields absent from the event may have been all of it. */
const lineOf = (text: string, otherwise: string) => text.replaceAll(/\s+/g, ' ').trim() || otherwise;

/** Fills in the texts of an action. A mail shows no markdown, so it has the words of the answer. */
export function mailOf(action: Extract<Action, { kind: 'mail' }>, { event, answer }: Material, name: string) {
  const line: Material = { event, answer: plainText(answer) };
  const text: Material = { event, answer: plainText(answer, { keepsLayout: true }) };
  return {
    subject: lineOf(filled(action.subject, line, subjectMaxLength), name),
    text: filled(action.text, text, promptMaxLength),
  };
}
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
/** Returns the payload for a receiver: the same with every try. */
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
