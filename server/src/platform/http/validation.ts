import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../errors/api-error.ts';

/** The names of the parts of a request in `issues[].path`. */
const partNames: Record<string, string> = { body: 'body', querystring: 'query', params: 'params', headers: 'headers' };

/**
 * Validates requests, and cuts down responses, with the zod schemas of the contract: a field that it does not name does
 * not leave.
 */
export function validateWithZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.core.$ZodType>(({ schema, httpPart = '' }) => (value) => {
    const part = partNames[httpPart] ?? httpPart;
    if (part !== 'body' && holdsNul(value))
      return { error: new ApiError('validation_failed', { issues: [{ path: part, message: 'U+0000' }] }) };
    const result = z.safeParse(schema, value);
    if (result.success) return { value: result.data };
    const issues = result.error.issues.map(({ path, code }) => ({
      path: [part, ...path.map(String)].join('.'),
      message: code,
    }));
    return { error: new ApiError('validation_failed', { issues }) };
  });
  app.setSerializerCompiler<z.core.$ZodType>(({ schema, method, url }) => (data) => {
    const result = z.safeParse(schema, data);
    if (result.success) return JSON.stringify(result.data);
    throw new Error(`${method} ${url} answered with something that its contract does not promise.`, {
      cause: result.error,
    });
  });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  parseJsonOf(app, 'application/json');
}

/**
 * True if a flat query or parameter contains U+0000, which PostgreSQL's text cannot hold and no person types. The
 * parser checks the body.
 */
const holdsNul = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((it) => typeof it === 'string' && it.includes('\0'));

/**
 * Parses bodies of a type as JSON. An empty one is undefined: clients send application/json even on requests without a
 * body.
 */
export function parseJsonOf(app: FastifyInstance, contentType: string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(contentType, { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    return parse(request, text.toString(), (error, value) => {
      // The text is looked through first, because it is fast; what it finds may also be an escaped backslash.
      if (error === null && text.includes('\\u0000') && hasNul(value))
        return done(new ApiError('validation_failed', { issues: [{ path: 'body', message: 'U+0000' }] }));
      return done(error, value);
    });
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00'))
      throw new ApiError('validation_failed', { issues: [{ path: 'address', message: 'U+0000' }] });
  });
}

/** True if a value contains U+0000, which PostgreSQL's text cannot hold and no person types. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner));
}
