import type { ToolCall } from '../contract/api/tools.ts';
import type { Elicitation, ElicitationField } from '../contract/api/tools/elicitations.ts';

// Server responses for tests. Never imported by the program.

const idOf = (number: number): string => `0198f0aa-0005-7000-8000-${String(number).padStart(12, '0')}`;

export function exampleCall(given: Partial<ToolCall> = {}): ToolCall {
  return {
    id: idOf(2),
    answer_id: idOf(3),
    tool_id: idOf(4),
    kind: 'mcp',
    tool_name: 'Orders',
    function: 'find',
    arguments: '{"order":"A-7"}',
    state: 'done',
    result: '{"state":"sent"}',
    is_cut: false,
    offset: 0,
    duration_ms: 120,
    created_at: '2026-11-21T10:00:00.000Z',
    ...given,
  };
}

export const exampleElicitation = (given: Partial<Elicitation> = {}): Elicitation => ({
  id: idOf(5),
  state: 'waiting',
  message: 'Where is it to go?',
  ...given,
});

export const formOf = (fields: ElicitationField[]): Elicitation =>
  exampleElicitation({ asked: { type: 'form', fields } });
