import { type ToolSettings, openApiMaxLength } from '@parlance/shared/contract/api/tools';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { readDescription } from '../described/read-description.ts';
import { answerMaxBytes, inAddress, resultOfAnswer } from './http-answer.ts';
import { isOperation } from './operation.ts';
import type { DescribedFunction, Reach, ToolSource } from './tool-source.ts';

type OpenApiSettings = Extract<ToolSettings, { kind: 'openapi' }>;
/** Creates a tool for the operations of an OpenAPI document. `known` are those read last, for calls. */
export const openApi = (
  settings: OpenApiSettings,
  known: readonly DescribedFunction[],
  { organizationId, outgoing, secretHeaders }: Reach,
): ToolSource => ({
  async functions(signal) {
    const { source, base_url: base } = settings;
    const read = (text: string, documentUrl: string | null) =>
      readDescription({ kind: 'openapi', text, base, documentUrl }, { organizationId, signal });
    if (source.from === 'text') return read(source.text, null);
    const answer = await outgoing.get(source.url, {
      signal,
      maxBytes: openApiMaxLength,
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
      secretHeaders: settings.headers,
    });
    if (answer.status >= 400) throw new ApiError('address_unreachable');
    return read(answer.bytes.toString('utf8'), answer.url);
  },
  async call(name, values, { signal }) {
    const operation = known.filter(isOperation).find((it) => it.name === name);
    if (operation === undefined) throw new ApiError('not_found');
    const { method, query, hasBody } = operation.route;
    const address = new URL(
      operation.route.address.replace(/\{([^{}]+)\}/g, (_, key: string) => inAddress(key, values[key])),
    );
    for (const key of query)
      if (values[key] !== undefined)
        for (const value of [values[key]].flat())
          address.searchParams.append(key, typeof value === 'string' ? value : JSON.stringify(value));
    const body = hasBody && values['body'] !== undefined ? JSON.stringify(values['body']) : undefined;
    const answer = await outgoing.get(address.href, {
      method: method.toUpperCase(),
      signal,
      maxBytes: answerMaxBytes,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      secretHeaders: { ...settings.headers, ...secretHeaders },
      ...(body === undefined ? {} : { body }),
    });
    return resultOfAnswer(answer);
  },
});
