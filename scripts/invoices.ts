import { runInvoices } from '../server/src/money/payment/command-line.ts';
// `npm run invoices -- list | paid <number> | void <number>`: invoices for the operator of the installation. It asks
// the running program, because a second process may not open the embedded database.
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';

try {
  process.stdout.write(`${await runInvoices(process.argv.slice(2), loadConfig())}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
