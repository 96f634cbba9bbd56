import { listOperatorInvoices, settleByHand, voidInvoice } from '@parlance/shared/contract/api/payment/payment';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { moneyText } from '@parlance/shared/contract/values/money';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { OperatorRefused, askAsOperator } from '../../platform/http/operator-client.ts';

export const usage = `npm run operate -- invoices list             the newest invoices, with what is owed
npm run operate -- invoices paid <number>    marks one paid: the money has arrived
npm run operate -- invoices void <number>    takes an open one back: it is not owed any more`;

/**
 * What `npm run operate -- invoices` does: it asks the program that is running on this machine. Gives what to print;
 * throws a ConfigError with a sentence.
 */
export async function runInvoices(args: readonly string[], config: Config): Promise<string> {
  const [command, number] = args;
  if (command === 'list' && args.length === 1) {
    const { items } = await ask(config, listOperatorInvoices);
    return items.length === 0 ? 'There are no invoices yet.' : items.map(lineOf).join('\n');
  }
  if (number !== undefined && args.length === 2) {
    if (command === 'paid') return lineOf(await ask(config, settleByHand, { number }));
    if (command === 'void') return lineOf(await ask(config, voidInvoice, { number }));
  }
  throw new ConfigError(usage);
}

type Line = { number: string; status: string; total: number; currency: string; due_at: string; organization: string };
/** A name is what somebody typed: it stays one line, and tells a terminal nothing. */
const lineOf = ({ number, status, total, currency, due_at: due, organization }: Line) =>
  [
    number.padEnd(14),
    status.padEnd(13),
    moneyText('en', total, currency).padStart(14),
    `due ${due.slice(0, 10)}`,
    organization.replaceAll(/\p{C}/gu, ' '),
  ].join('  ');

async function ask<E extends Endpoint>(config: Config, endpoint: E, body?: object) {
  try {
    return await askAsOperator(config, endpoint, body);
  } catch (error) {
    throw error instanceof OperatorRefused ? new ConfigError(sentenceOf(error)) : error;
  }
}

function sentenceOf({ code, message }: OperatorRefused): string {
  if (code === 'not_found') return 'There is no invoice of this number.';
  if (code === 'conflict') return 'Nothing is owed of this invoice any more: see `list`.';
  return message;
}
