import type { AutomationDefinition } from '@parlance/shared/contract/agents/automation';
import { i18n } from '@parlance/shared/i18n';
import type { ExampleId } from './example-list.ts';

type Text = 'name' | 'prompt' | 'subject' | 'mail' | 'title' | 'problem' | 'contact' | 'file';

/**
 * Returns a whole automation to begin with, in the language of the person; what only they can fill in (the agent, an
 * address, the target of files) is left open. Mails go to the person, unless changed.
 */
export function exampleOf(id: ExampleId, ownId: string | null): AutomationDefinition {
  const text = (name: Text, values: Readonly<Record<string, string>> = {}) =>
    i18n.t(`agent-automation:examples.${id}.${name}`, values);
  const common = { name: text('name'), bot_id: '', conditions: [], notifies_of_failure: true };
  switch (id) {
    case 'rating':
      return {
        ...common,
        trigger: { kind: 'rating', rating: 'down', bot_ids: [] },
        prompt: text('prompt', {
          question: '{{message.prompt}}',
          answer: '{{message.answer}}',
          comment: '{{rating.comment}}',
        }),
        actions: [
          {
            kind: 'mail',
            member_ids: ownId === null ? [] : [ownId],
            subject: text('subject'),
            text: text('mail', { answer: '{{answer}}' }),
          },
        ],
      };
    case 'form':
      return {
        ...common,
        trigger: {
          kind: 'form',
          title: text('title'),
          description: '',
          fields: [
            { name: 'problem', label: text('problem'), kind: 'paragraph', options: [], is_required: true },
            { name: 'contact', label: text('contact'), kind: 'email', options: [], is_required: false },
          ],
          thanks: '',
        },
        prompt: text('prompt', { problem: '{{problem}}', contact: '{{contact}}' }),
        actions: [{ kind: 'file', knowledge_id: '', name: text('file') }],
      };
    case 'webhook':
      return {
        ...common,
        trigger: { kind: 'webhook' },
        prompt: text('prompt', { number: '{{order.id}}', customer: '{{order.customer}}' }),
        actions: [{ kind: 'http', url: '' }],
      };
  }
}
