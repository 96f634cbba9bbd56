import { type Endpoint, failure } from '@parlance/shared/contract/endpoint';
import * as z from 'zod/mini';
import { type Config, ConfigError } from '../config/config.ts';
import { operatorKeyOf } from './operator-key.ts';

const services = {
  main: { name: 'main API', port: 'API_PORT' },
  charts: { name: 'charts service', port: 'CHARTS_PORT' },
  payment: { name: 'payment service', port: 'PAYMENT_PORT' },
} as const;

/** Thrown for an error response of the program running on this machine. */
export class OperatorRefused extends Error {
  readonly code: string;
  readonly reasons: readonly string[];
  constructor(code: string, message: string, reasons: readonly string[]) {
    super(message);
    this.code = code;
    this.reasons = reasons;
  }
}

/**
 * Calls the program running on this machine for an operator's command line. Throws OperatorRefused, and ConfigError if
 * it cannot call.
 */
export async function askAsOperator<E extends Endpoint>(
  config: Config,
  { service, method, path, response }: E,
  body?: object,
): Promise<z.output<E['response']>> {
  const { name, port } = services[service];
  const address = `http://localhost:${config[port]}`;
  const key = operatorKeyOf(config);
  if (key === null)
    throw new ConfigError(
      `There is no key in ${config.DATA_DIR}, and no setting OPERATOR_KEY. The ${name} makes one when it starts: start it, and call this with the same settings.`,
    );
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ConfigError(
      `The ${name} does not answer at ${address}. Start the program, or set ${port} as it has it.`,
      { cause: error },
    );
  });
  const envelope: unknown = await answer.json();
  const refused = z.safeParse(failure, envelope);
  if (refused.success && refused.data.code === 'unauthenticated')
    throw new ConfigError(`The ${name} has another key. Call this with the settings that it was started with.`);
  if (refused.success)
    throw new OperatorRefused(
      refused.data.code,
      refused.data.message,
      (refused.data.issues ?? []).map(({ message }) => message),
    );
  return z.parse(z.object({ data: response }), envelope).data as z.output<E['response']>; // checked by that very schema
}
