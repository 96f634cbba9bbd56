import { reasoningEfforts } from '@parlance/shared/contract/agents/agent-definition';
import * as z from 'zod/mini';
import { modelApis } from './model-api.ts';
import {
  amount,
  commands,
  count,
  email,
  flag,
  headers,
  hosts,
  httpUrl,
  languageCodes,
  listed,
  path,
  percent,
  port,
  seconds,
  secretKey,
  setting,
  share,
  stripeKey,
  text,
} from './setting-kinds.ts';

const efforts = z.pipe(z.pipe(text, z.transform(listed)), z.array(z.enum(reasoningEfforts)));

/** Settings of the product: models, tools, payment, releases, figures, invoices. */
export const productSettings = {
  MODEL_API: setting({
    schema: z.enum(modelApis),
    initial: 'openai',
    right: `one of ${modelApis.join(', ')}`,
    about:
      'The protocol of the API that answers: openai is Chat Completions, which most providers and programs speak; azure, anthropic, google and bedrock are the providers’ own.',
  }),
  MODEL_BASE_URL: setting({
    schema: httpUrl,
    right: 'the http or https address of an API of models, such as https://api.example.org/v1',
    about:
      'The address of the API that answers; anthropic, google and openai-responses have one of their own. Without it the embedded model quotes from files.',
  }),
  MODEL_API_KEY: setting({ schema: text, right: 'the key of that API', about: 'Its key, where it asks for one.' }),
  MODEL_NAME: setting({ schema: text, right: 'the name of a model of that API', about: 'The model to ask there.' }),
  MODEL_CONTEXT_LENGTH: setting({
    schema: count,
    right: 'a number of tokens, such as 128000',
    about:
      'How many tokens that model takes, prompt and answer together: a dialogue and its files fill them. Without it 32768 are assumed.',
  }),
  MODEL_SEES_IMAGES: setting({
    schema: flag,
    initial: 'false',
    right: 'true or false',
    about: 'true where that model takes pictures.',
  }),
  MODEL_REASONING_EFFORTS: setting({
    schema: efforts,
    right: `reasoning efforts, separated by commas: ${reasoningEfforts.join(', ')}`,
    about: 'How much that model can be asked to reason, where it takes that: an agent may then choose one of these.',
  }),
  MODEL_FIRST_WORD_SECONDS: setting({
    schema: z.pipe(seconds, z.number().check(z.gte(1))),
    right: 'a number of seconds from 1 to 3600, such as 300',
    about:
      'How long the first word of an answer is waited for there, such as for a model that has to be loaded. Without it: 120.',
  }),
  MODEL_TITLES: setting({
    schema: flag,
    initial: 'true',
    right: 'true or false',
    about: 'true has the model that answers first give a dialogue its title; false leaves it the first prompt.',
  }),
  MODEL_INPUT_PRICE: setting({
    schema: amount,
    right: 'a price, such as 2.50',
    about:
      'What a million tokens of prompts cost there. Goes with MODEL_OUTPUT_PRICE; without them no cost is recorded.',
  }),
  MODEL_OUTPUT_PRICE: setting({
    schema: amount,
    right: 'a price, such as 10',
    about: 'What a million tokens of answers cost there.',
  }),
  MODEL_CACHE_READ_PRICE: setting({
    schema: amount,
    right: 'a price, such as 0.25',
    about:
      'What a million tokens of prompts cost that the provider had kept of an earlier one. Without it they cost MODEL_INPUT_PRICE.',
  }),
  MODEL_CACHE_WRITE_PRICE: setting({
    schema: amount,
    right: 'a price, such as 3.13',
    about:
      'What a million tokens of prompts cost that the provider keeps for later ones. Without it they cost MODEL_INPUT_PRICE.',
  }),
  MODEL_CURRENCY: setting({
    schema: z.string().check(z.regex(/^[A-Z]{3}$/)),
    initial: 'USD',
    right: 'the code of a currency, such as USD',
    about: 'The currency of all prices.',
  }),
  MODEL_FALLBACK_NAME: setting({
    schema: text,
    right: 'the name of another model of that API',
    about: 'The model that answers there where MODEL_NAME cannot.',
  }),
  EMBEDDING_MODEL_NAME: setting({
    schema: text,
    right: 'the name of a model of that API that makes embeddings',
    about: 'The model there that finds passages by their meaning. Without it they are found by their words.',
  }),
  MODELS_FILE: setting({
    schema: path,
    right: 'a JSON file as docs/models.md describes it',
    about: 'Further providers and models, with their keys. Relative to the checkout.',
  }),
  TEXT_RECOGNITION_LANGUAGES: setting({
    schema: languageCodes,
    right: 'codes of languages with commas between them, as Tesseract names them, such as eng, deu, chi_tra',
    about:
      'Recognises the text of pages that are pictures, in these languages: scanned PDFs, for example. Without it: such pages are not read, and people are told.',
  }),
  TEXT_RECOGNITION_DATA: setting({
    schema: path,
    right: 'a folder with files such as pol.traineddata or pol.traineddata.gz',
    about:
      'Tesseract’s data of further languages, or better data of the same. Without it: English, Chinese, Thai, Spanish, French, Portuguese, German, Italian and Dutch.',
  }),
  TEXT_RECOGNITION_PAGES: setting({
    schema: count,
    initial: '200',
    right: 'a whole number from 1',
    about: 'The most pages of a file whose text is recognised.',
  }),
  OUTGOING_ALLOWED_HOSTS: setting({
    schema: hosts,
    right: 'hosts with commas between them, each with a port or without, such as wiki.example.org, 10.0.5.7:8443',
    about:
      'Hosts of your own network that tools and web pages of agents may reach. Without it: the public internet alone.',
  }),
  MCP_STDIO_SERVERS: setting({
    schema: commands,
    right: 'a JSON object of commands, such as {"files": ["npx", "some-server", "/srv/files"]}',
    about:
      'MCP servers that are programs of this machine, by the names that tools choose them by. They run as this program does. Without it: none.',
  }),
  TOOL_SECRETS_KEY: setting({
    schema: secretKey,
    right: '64 hexadecimal digits',
    about:
      'Encrypts what is secret of tools. The same in every process. Without it: made on the first start in DATA_DIR.',
  }),
  SUPPORT_EMAIL: setting({
    schema: email,
    initial: 'support@parlance.example',
    right: 'an e-mail address',
    about: 'Whom people ask for help: in the cookie dialog, on the error page and in mails.',
  }),
  SALES_EMAIL: setting({
    schema: email,
    initial: 'sales@parlance.example',
    right: 'an e-mail address',
    about: 'Who is mailed what enterprises ask for.',
  }),
  STRIPE_SECRET_KEY: setting({
    schema: stripeKey,
    right: 'a secret or restricted key of Stripe, such as sk_live_…',
    about:
      'Has invoices paid through Stripe. Goes with STRIPE_WEBHOOK_SECRET. Without it they are paid by transfer, and marked so by the operator.',
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    schema: z.string().check(z.regex(/^whsec_\S+$/)),
    right: 'the signing secret of a webhook of Stripe, such as whsec_…',
    about: 'What Stripe signs its events with, sent to /payment/v1/stripe/events of the payment service.',
  }),
  STRIPE_URL: setting({
    schema: httpUrl,
    initial: 'https://api.stripe.com',
    right: 'an http or https address',
    about: 'Where the API of Stripe is.',
  }),
  OPERATOR_KEY: setting({
    schema: z.string().check(z.regex(/^[\w-]{32,}$/)),
    right: 'at least 32 letters, digits, - and _',
    about:
      'Lets `npm run operate -- invoices`, `ship` and `rollback` speak to the program. Without it: made on the first start in DATA_DIR.',
  }),
  OPERATOR_FROM_ANYWHERE: setting({
    schema: flag,
    initial: 'false',
    right: 'true or false',
    about:
      'true opens the operators’ page /operator to whoever has that key, from any machine, over https; false to this machine alone, also through a tunnel.',
  }),
  RELEASE_FAILURE_PERCENT: setting({
    schema: percent,
    initial: '20',
    right: 'a percentage of at most 100 with at most two digits after its point, such as 20',
    about:
      'A release of a remote goes back by itself where it fails for so many percent of the people who have it. 0 is never.',
  }),
  RELEASE_FAILURE_VISITS: setting({
    schema: count,
    initial: '20',
    right: 'a number of people, such as 20',
    about:
      'So many people must have had it in this hour and the one before; of an organisation two count, and more where there are few organisations.',
  }),
  METRICS_PORT: setting({
    schema: port,
    right: 'a port, 0 to 65535',
    about:
      'Figures for Prometheus at /metrics of a port of their own, in each process; docs/observability.md. Without it there is none.',
  }),
  METRICS_HOST: setting({
    schema: text,
    initial: 'localhost',
    right: 'a name or an address of this machine, such as localhost or 0.0.0.0',
    about: 'The address that port listens on. Another than this machine’s own goes with METRICS_TOKEN.',
  }),
  METRICS_TOKEN: setting({
    schema: z.string().check(z.regex(/^[\w-]{32,}$/)),
    right: 'at least 32 letters, digits, - and _',
    about: 'What Prometheus sends as its bearer token. Without it the figures are for this machine alone.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    schema: httpUrl,
    right: 'the http or https address of a collector, such as http://localhost:4318',
    about:
      'A collector of OpenTelemetry (OTLP over HTTP) that traces and figures are sent to; docs/observability.md. Without it none are made.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    schema: headers,
    right: 'headers as name=value with commas between them',
    about: 'Headers that the collector asks for, such as a key.',
  }),
  OTEL_SERVICE_NAME: setting({
    schema: text,
    initial: 'parlance',
    right: 'a name',
    about: 'What this installation is called there.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    schema: share,
    initial: '1',
    right: 'a share from 0 to 1, such as 0.1',
    about:
      'The share of requests that are traced. One that a proxy in front (TRUST_PROXY) has decided of is as it says.',
  }),
  SELLER_NAME: setting({
    schema: text,
    initial: 'Parlance',
    right: 'a name',
    about: 'Who issues the invoices of this installation.',
  }),
  SELLER_ADDRESS: setting({
    schema: text,
    right: 'an address in one line, such as 1 Harbour Street, 1010 Vienna, Austria',
    about: 'Its address, as it stands on invoices.',
  }),
  SELLER_VAT_ID: setting({ schema: text, right: 'a VAT id', about: 'Its VAT id, as it stands on invoices.' }),
  SELLER_BANK_ACCOUNT: setting({
    schema: text,
    right: 'an account, such as AT61 1904 3002 3457 3201',
    about: 'Where invoices are paid by transfer.',
  }),
  TAX_RATE: setting({
    schema: percent,
    initial: '0',
    right: 'a percentage of at most 100 with at most two digits after its point, such as 19 or 8.1',
    about: 'The tax on all prices, in percent. Prices of plans are without it.',
  }),
  INVOICE_NUMBER_PREFIX: setting({
    schema: z.string().check(z.regex(/^[\w/-]{1,20}$/)),
    initial: 'INV-',
    right: 'at most 20 letters, digits, - and /',
    about: 'Stands before the numbers of invoices. They are counted on, whatever stands before them.',
  }),
  PLAN_SIGNING_KEYS: setting({
    schema: text,
    right: 'RSA private keys of at least 3072 bits as one line of a JSON Web Key Set, each with a kid',
    about: 'The keys of plan tokens; the first one signs, all verify. Without it: made on the first start in DATA_DIR.',
  }),
};
