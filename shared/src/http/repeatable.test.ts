import { readdirSync } from 'node:fs';
import type { Endpoint } from '../contract/endpoint.ts';

/** A POST or PATCH without a key that does no harm when it is sent twice, and why. */
const harmless: Readonly<Record<string, string>> = {
  'POST /auth/v1/sign_in': 'a second sign-in opens a session of its own, and the first, whose cookie never arrived, expires unused',
  'POST /runs/v1/runs/:run_id/stop': 'a run that is stopped stays stopped',
};

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'requires' in value;

async function allEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../contract/api/', import.meta.url);
  const files = readdirSync(folder).filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((it) => import(new URL(it, folder).href) as Promise<Record<string, unknown>>)); // a module is a record of its exports
  return modules.flatMap((it) => Object.values(it)).filter(isEndpoint);
}

const mayActTwice = ({ service, method }: Endpoint) => service === 'main' && (method === 'POST' || method === 'PATCH');
const hasKey = ({ body }: Endpoint) => body !== undefined && 'shape' in body && typeof body.shape === 'object' && body.shape !== null && 'idempotency_key' in body.shape;

describe('a 5xx of the main service is sent again, a POST too (specification §8)', () => {
  it('so each that would act twice carries an idempotency_key', async () => {
    const endpoints = await allEndpoints();
    const unsafe = endpoints.filter(mayActTwice).filter((it) => !hasKey(it)).map((it) => `${it.method} ${it.path}`);
    expect(endpoints.length).toBeGreaterThan(10);
    expect(unsafe.filter((it) => harmless[it] === undefined)).toEqual([]);
    expect(endpoints.filter(hasKey).length).toBeGreaterThan(0);
  });
});
