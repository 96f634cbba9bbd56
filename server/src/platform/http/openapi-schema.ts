import { type Endpoint, failure } from '@parlance/shared/contract/endpoint';
import * as z from 'zod/mini';
import { eventStream } from './event-stream.ts';
import { octetStream } from './files.ts';

/** Returns the response schema for the OpenAPI document; JSON responses are cut down to it as well. */
function answerOf({ answers, response, followedBy }: Endpoint): unknown {
  if (answers === 'events') return { description: 'One event', content: { [eventStream]: { schema: response } } };
  if (answers === 'file')
    return { description: 'The bytes of the file', content: { [octetStream]: { schema: response } } };
  const envelope = z.object({ success: z.literal(true), data: response });
  if (followedBy === undefined) return envelope;
  return {
    description: 'The answer, or the same as a first event with those that follow it',
    content: {
      'application/json': { schema: envelope },
      [eventStream]: { schema: z.union([response, followedBy.response]) },
    },
  };
}

export function schemaOf(endpoint: Endpoint): Record<string, unknown> {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.requires === 'public' ? { security: [] } : { description: describeAccess(endpoint.requires) }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    ...(endpoint.accepts === 'file' ? { consumes: [octetStream] } : {}),
    response: {
      200: answerOf(endpoint),
      '4xx': failure,
      '5xx': failure,
    },
  };
}

function describeAccess(requires: Exclude<Endpoint['requires'], 'public'>): string {
  if (requires === 'second-factor')
    return 'Requires a sign-in whose password was right and whose code is still to be entered.';
  const parts = [
    requires.role ? `role ${requires.role}` : '',
    requires.feature ? `plan feature ${requires.feature}` : '',
    `workspace ${requires.workspace ?? 'active'}`,
    `registration ${requires.registration ?? 'complete'}`,
  ];
  return `Requires a session; ${parts.filter((part) => part !== '').join(', ')}.`;
}
