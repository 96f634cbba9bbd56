import type { Tool, ToolDetails, ToolFunction } from '@parlance/shared/contract/api/tools';

/** Returns the id of a thing by a number. */
export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const func = (name: string, more: Partial<ToolFunction> = {}): ToolFunction => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  effect: 'changes',
  is_enabled: true,
  ...more,
});
export const tool = (number: number, more: Partial<Tool> = {}): Tool => ({
  id: uuid(number),
  kind: 'mcp',
  name: `Tool ${number}`,
  description: '',
  functions: [func('find'), func('order')],
  error_code: null,
  created_by: null,
  updated_at: null,
  can: { edit: true, delete: true, refresh: true, try: true },
  ...more,
});
export const details = (given: Tool, more: Partial<ToolDetails> = {}): ToolDetails => ({
  ...given,
  settings: {
    kind: 'mcp',
    server: { transport: 'http', url: 'https://example.org/mcp', headers: { 'X-Kept': 'yes' } },
  },
  secret_headers: ['Authorization', 'X-Team'],
  has_client_secret: false,
  used_by: [],
  used_by_others: 0,
  revision: 3,
  ...more,
});
