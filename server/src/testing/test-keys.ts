import { generateKeyPair } from 'jose';
import { exportJWK } from 'jose';
import { type PlanKeys, loadPlanKeys } from '../people/plans/plan-keys.ts';
import { readConfig } from '../platform/config/config.ts';

/** Keys made for the run of tests by the global set-up; making RSA-3072 in each file would cost seconds. */
export async function testPlanKeys(): Promise<PlanKeys> {
  const made = process.env['TEST_PLAN_SIGNING_KEYS'];
  return loadPlanKeys(readConfig({ PLAN_SIGNING_KEYS: made ?? (await makeTestKeys()) }));
}

/** A key set as PLAN_SIGNING_KEYS takes it. */
export async function makeTestKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 3072, extractable: true });
  return JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }] });
}
