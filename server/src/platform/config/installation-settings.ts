import * as z from 'zod/mini';
import {
  count,
  flag,
  origin,
  path,
  port,
  proxies,
  rate,
  seconds,
  sender,
  serviceUrl,
  setting,
  smtpUrl,
  text,
  url,
} from './setting-kinds.ts';

/** Settings of the installation: addresses, data, limits, mail. */
export const installationSettings = {
  NODE_ENV: setting({
    schema: z.enum(['development', 'production', 'test']),
    initial: 'development',
    right: 'development, production or test',
    about: 'production makes no demonstration data.',
  }),
  LOG_LEVEL: setting({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    initial: 'info',
    right: 'fatal, error, warn, info, debug, trace or silent',
    about: 'How much is logged, as lines of JSON on standard output.',
  }),
  HOST: setting({
    schema: text,
    initial: 'localhost',
    right: 'a name or an address of this machine, such as localhost or 0.0.0.0',
    about:
      'The address to listen on. 0.0.0.0 is every one of this machine; browsers elsewhere are answered where WEB_ORIGIN is set too.',
  }),
  DEMO: setting({
    schema: flag,
    right: 'true or false',
    about:
      'Whether an empty embedded database gets demonstration accounts, whose password everybody knows. Without it: where HOST and WEB_ORIGIN are of this machine alone. Never in production.',
  }),
  WEB_PORT: setting({
    schema: port,
    initial: '3000',
    right: 'a port, 0 to 65535',
    about: 'The web server: the host at /, remotes below /remotes/, and the services of the same process below /api/.',
  }),
  API_PORT: setting({ schema: port, initial: '8000', right: 'a port, 0 to 65535', about: 'The main API.' }),
  CHARTS_PORT: setting({ schema: port, initial: '8001', right: 'a port, 0 to 65535', about: 'The charts service.' }),
  PAYMENT_PORT: setting({ schema: port, initial: '8002', right: 'a port, 0 to 65535', about: 'The payment service.' }),
  WEB_ORIGIN: setting({
    schema: origin,
    right: 'an origin without a path, such as https://chat.example.org',
    about:
      'The origin that pages come from; production needs it. Without it: the host of the request, on WEB_PORT, and this machine alone is answered.',
  }),
  API_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the main API, such as https://chat.example.org/api/main. Without it: /api/main of the pages where one process serves both, else the host of the request, on API_PORT.',
  }),
  CHARTS_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the charts service, such as https://chat.example.org/api/charts. Without it: /api/charts of the pages where one process serves both, else the host of the request, on CHARTS_PORT.',
  }),
  PAYMENT_URL: setting({
    schema: serviceUrl,
    right: 'an http or https address, with a path or without',
    about:
      'Where browsers find the payment service, such as https://chat.example.org/api/payment. Without it: /api/payment of the pages where one process serves both, else the host of the request, on PAYMENT_PORT.',
  }),
  COOKIE_DOMAIN: setting({
    schema: z.string().check(z.regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/i)),
    right: 'a domain, such as example.org',
    about: 'The domain of the cookies where the services have several hosts. Without it: the host of the main API.',
  }),
  TRUST_PROXY: setting({
    schema: proxies,
    initial: 'false',
    right:
      'false, or the addresses of the proxies in front with commas between them, such as 10.0.0.5, 10.1.0.0/16, loopback',
    about:
      'The proxies in front: addresses or networks with commas between them, such as 10.0.0.5, 10.1.0.0/16, loopback. Of them alone X-Forwarded-For, -Host and -Proto are believed, and of these only what they added.',
  }),
  DATA_DIR: setting({
    schema: path,
    initial: '.data',
    right: 'a folder that can be written',
    about: 'The embedded database, keys and files. Relative to the checkout.',
  }),
  S3_ENDPOINT: setting({
    schema: origin.check(z.regex(/^https?:/)),
    right:
      'the http or https address of a storage that speaks S3, without a path, such as https://s3.eu-central-1.amazonaws.com',
    about:
      'A storage that speaks S3, for the bytes of files; docs/storage.md. Goes with S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Without it they lie in DATA_DIR.',
  }),
  S3_BUCKET: setting({
    schema: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    right: 'the name of a bucket, such as parlance-files',
    about: 'The bucket there. It holds nothing else.',
  }),
  S3_REGION: setting({
    schema: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    initial: 'us-east-1',
    right: 'the name of a region, such as eu-central-1',
    about: 'Its region. Services that have none take us-east-1, or auto.',
  }),
  S3_ACCESS_KEY_ID: setting({
    schema: text,
    right: 'the id of an access key',
    about: 'The id of a key that may read, write and delete there.',
  }),
  S3_SECRET_ACCESS_KEY: setting({
    schema: text,
    right: 'the secret of that access key',
    about: 'The secret of that key.',
  }),
  S3_PATH_STYLE: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about: 'true has the bucket in the path of addresses, false before the name of the host.',
  }),
  DATABASE_URL: setting({
    schema: url(['postgres:', 'postgresql:']),
    right: 'a PostgreSQL address, such as postgres://user:password@host:5432/name',
    about: 'PostgreSQL (15 or later) instead of the embedded database. A direct connection, no pooler: LISTEN is used.',
  }),
  DATABASE_WAIT_SECONDS: setting({
    schema: count,
    right: 'a number of seconds, such as 30',
    about:
      'How long a request waits for a connection of the database where all are busy, before it is told to come again (503). Without it: 4, and 15 where the database is the embedded one.',
  }),
  ORGANIZATION_REQUESTS_A_SECOND: setting({
    schema: rate,
    initial: '200',
    right: 'a number such as 200, or 0',
    about:
      'How many requests a second of one organisation a process serves; of what it did not ask for it may ask two seconds at once. Further ones are told to come again (429). 0 is as many as come.',
  }),
  MEMBER_EVENTS_AN_HOUR: setting({
    schema: rate,
    initial: '5000',
    right: 'a number such as 5000, or 0',
    about:
      'How many analytics events and usage sessions of one member a process stores in an hour. Further ones are told to come again (429). 0 is as many as come.',
  }),
  MEMBER_ANSWERS_AT_ONCE: setting({
    schema: rate,
    initial: '20',
    right: 'a number such as 20, or 0',
    about:
      'How many answers of one member are written or wait at the same time, in all processes. Further prompts are told to come again (429); schedules and tests wait by themselves. 0 is as many as are asked for.',
  }),
  ORGANIZATION_ANSWERS_AT_ONCE: setting({
    schema: rate,
    initial: '200',
    right: 'a number such as 200, or 0',
    about: 'The same of one organisation.',
  }),
  SESSION_STREAMS_AT_ONCE: setting({
    schema: rate,
    initial: '60',
    right: 'a number such as 60, or 0',
    about:
      'How many streams of answers one session has open at the same time in a process: one for each answer that it watches. Further ones are told to come again (429). 0 is as many as are asked for.',
  }),
  MIGRATE_AT_START: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about:
      'true has a process bring the schema of the database up to date when it starts; false has it wait until `npm run operate -- migrate` has done so.',
  }),
  STOP_DELAY_SECONDS: setting({
    schema: seconds,
    initial: '0',
    right: 'a number of seconds from 0 to 3600, such as 5',
    about:
      'How long a process that is told to stop goes on serving, for load balancers to notice: /readyz refuses meanwhile. docs/processes.md.',
  }),
  STOP_ANSWERS_SECONDS: setting({
    schema: seconds,
    initial: '0',
    right: 'a number of seconds from 0 to 3600, such as 60',
    about:
      'How long after that it waits for the answers that it is writing. What is not whole then is broken off, and what there is of it is kept.',
  }),
  HOST_DIR: setting({
    schema: path,
    initial: 'host/dist',
    right: 'a folder that the build writes',
    about: 'The build of the host. Relative to the checkout.',
  }),
  REGISTRY_FILE: setting({
    schema: path,
    initial: 'dist/registry.json',
    right: 'a file that the build writes',
    about: 'The registry of remotes. Relative to the checkout.',
  }),
  SMTP_URL: setting({
    schema: smtpUrl,
    right: 'the smtp or smtps address of a mail server, such as smtps://user:password@mail.example.org',
    about:
      'The server that mails are sent through. Without it they are only shown, on MAILBOX_PORT; production needs one.',
  }),
  SMTP_TLS: setting({
    schema: z.enum(['implicit', 'required', 'offered', 'none']),
    right: 'implicit with an smtps address, or required, offered or none with an smtp one',
    about:
      'How the connection to it is encrypted: implicit from its first byte, required by STARTTLS or not at all, offered by STARTTLS where the server has it, none never. Without it: implicit for smtps, required where SMTP_URL has a password for another machine, else offered.',
  }),
  MAIL_FROM: setting({
    schema: sender,
    right: 'an e-mail address, with a name or without, such as Parlance <no-reply@example.org>',
    about: 'The sender of all mails. Goes with SMTP_URL.',
  }),
  MAILBOX_PORT: setting({
    schema: port,
    initial: '8025',
    right: 'a port, 0 to 65535',
    about: 'Without SMTP_URL: the page that shows the mails, on this machine only. Never in production.',
  }),
};
