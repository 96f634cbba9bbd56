// `npm run operate -- invoices list | paid <number> | void <number>`: invoices for the operator of the installation. It
// asks the running program, because a second process may not open the embedded database.
import { runInvoices, usage } from '../server/src/money/payment/command-line.ts';
import { runCommand } from '../tooling/operate/run-command.ts';

await runCommand(runInvoices, usage);
