import { demoAccounts, demoPassword } from '../../server/src/demo/organizations.ts';
import type { Config } from '../../server/src/platform/config/config.ts';
import { baseUrlOf } from '../../server/src/platform/config/model-api.ts';

export type StartedProduct = {
  readonly config: Pick<
    Config,
    'DATA_DIR' | 'DATABASE_URL' | 'MODEL_API' | 'MODEL_BASE_URL' | 'MODEL_NAME' | 'NODE_ENV'
  >;
  readonly addresses: Readonly<Partial<Record<'web' | 'api' | 'charts' | 'payment' | 'mailbox', string>>>;
  readonly hasDemo: boolean;
  readonly seconds: number;
};

function accounts(): string[] {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  return demoAccounts.map(({ email, plan, role, status, organization }) => {
    const where =
      organization === ''
        ? 'registration half-way'
        : `${plan} plan${status === 'ACTIVE' ? '' : `, ${status.toLowerCase()}`}`;
    return `  ${email.padEnd(width)}  ${organization === '' ? where : `${role}, ${where}`}`;
  });
}

const mayHaveDemo = ({ DATABASE_URL, NODE_ENV }: StartedProduct['config']) =>
  DATABASE_URL === undefined && NODE_ENV !== 'production';

/** Returns the message once everything runs: the address, the accounts, the next step, and how to stop. */
export function welcome({ config, addresses, hasDemo, seconds }: StartedProduct): string {
  const modelAddress = baseUrlOf(config.MODEL_API, config.MODEL_BASE_URL);
  const answering =
    modelAddress === undefined || config.MODEL_NAME === undefined
      ? 'Answers are quoted from each bot’s files. For a language model set MODEL_BASE_URL, MODEL_API_KEY and MODEL_NAME.'
      : `Answers come from ${config.MODEL_NAME} at ${modelAddress}.`;
  const demo = hasDemo
    ? [
        '',
        `Sign in with one of these; the password of all is ${demoPassword}`,
        ...accounts(),
        '',
        'Then choose a bot on the home screen and ask it about its files.',
      ]
    : [
        '',
        ...(mayHaveDemo(config)
          ? [
              'Sign in, or register. In an empty database DEMO=true makes demonstration accounts, with a password that everybody knows.',
            ]
          : []),
      ];
  return [
    '',
    `Parlance is ready at ${addresses.web ?? addresses.api ?? ''}  (${seconds.toFixed(1)} s)`,
    ...demo,
    answering,
    ...(addresses.mailbox === undefined
      ? []
      : [`Emails are not sent but shown at ${addresses.mailbox}; SMTP_URL and MAIL_FROM send them.`]),
    `API ${addresses.api}/docs · data in ${config.DATABASE_URL === undefined ? config.DATA_DIR : 'PostgreSQL (DATABASE_URL)'} · Ctrl-C stops it`,
    '',
  ].join('\n');
}
