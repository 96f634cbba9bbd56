import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../../server/src/platform/config/config.ts';
import { prefixOf } from '../../server/src/platform/http/service-addresses.ts';
import { parts } from '../../server/src/start.ts';
import { renderTemplate } from './render-chart.ts';
import { packageManager } from '../package-manager.mjs';
import { nodeEnvironment, nodeFlags } from '../server-node.mjs';
import { root, run } from '../workspace.ts';

const folder = path.join(root, 'deploy');
const read = (...names: string[]) => readFileSync(path.join(folder, ...names), 'utf8');
/** The mailbox is for this machine, and never in production. */
const programs = parts.filter((part) => part !== 'mailbox');
const portOf = (program: string) =>
  Object.entries(settings).find(([name]) => name === `${program.toUpperCase()}_PORT`)?.[1] as
    | { initial: string }
    | undefined; // a setting of a port has a default

describe('the container file', () => {
  const text = read('Dockerfile');
  /** What stands in a target and in those that it begins with. */
  function linesOf(target: string): string[] {
    const stages = text.split(/^(?=FROM )/m).slice(1);
    const stage = stages.find((it) => it.split('\n')[0]?.endsWith(` AS ${target}`)) ?? '';
    const [, from = ''] = /^FROM (\S+)/.exec(stage) ?? [];
    return [
      ...(stages.some((it) => it.split('\n')[0]?.endsWith(` AS ${from}`)) ? linesOf(from) : []),
      ...stage.split('\n'),
    ];
  }

  test('is one that a builder takes', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${String(message)}`)).toEqual([]);
  });

  test('has a target for each program, which is not root and says how it is', () => {
    for (const program of programs) {
      const lines = linesOf(program);
      expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER 1000:1000');
      expect(lines.filter((line) => line.startsWith('CMD'))).toEqual([`CMD ["server/src/main.ts", "${program}"]`]);
      expect(lines.filter((line) => line.startsWith('HEALTHCHECK')).join()).toContain(
        program === 'worker' ? '"database"' : `http://localhost:${portOf(program)?.initial}/healthz`,
      );
    }
    // As `npm start` starts it.
    const started = linesOf('api').join('\n');
    expect(started).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...nodeFlags]).replaceAll(',', ', ')}`);
    for (const [name, value] of Object.entries(nodeEnvironment))
      expect(started).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'));
    expect(linesOf('migrate')).toContain('CMD ["scripts/operate.ts", "migrate"]');
    expect(linesOf('backup')).toContain('CMD ["scripts/operate.ts", "backup", "/backups"]');
  });

  test('builds and runs with the versions of the workspace', () => {
    const { catalog } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
      catalog: Record<string, string>;
    }; // ours
    expect(new Set([...text.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version))).toEqual(
      new Set([catalog['node']]),
    );
    expect([...text.matchAll(/pnpm@[\d.]+/g)].map(([version]) => version)).toEqual([packageManager]);
  });
});

type ComposeService = {
  environment?: Record<string, string>;
  image?: string;
  read_only?: boolean;
  build?: { target: string };
  depends_on?: Record<string, { condition: string }>;
};
/** What the operator must say. */
const secrets = {
  DATABASE_URL: 'postgres://parlance:secret@database:5432/parlance',
  TOOL_SECRETS_KEY: 'ab'.repeat(32),
  PLAN_SIGNING_KEYS: '{"keys":[]}',
  OPERATOR_KEY: 'o'.repeat(43),
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'parlance@example.org',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the compose file', () => {
  // its schema is asked below
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, ComposeService> };

  test('is one that Docker takes', () => {
    const linter = new DCLinter({
      rules: {
        'services-alphabetical-order': 0,
        'service-keys-order': 0,
        'no-build-and-image': 0,
        'service-image-require-explicit-tag': 0,
      },
      quiet: true,
      debug: false,
      exclude: [],
    });
    const found = linter
      .lintFiles([path.join(folder, 'compose.yaml')], false)
      .flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
    expect(found).toEqual([]);
  });

  test('starts every program, after the schema, with settings that the program takes', () => {
    for (const program of programs) {
      const { build, environment = {}, depends_on: after, read_only: isReadOnly } = services[program] ?? {};
      expect(build?.target).toBe(program);
      expect(isReadOnly).toBe(true);
      expect(after?.['migrate']?.condition).toBe('service_completed_successfully');
      expect(Object.keys(environment).filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
      const said = Object.fromEntries(Object.entries(environment).filter(([, value]) => !value.includes('${')));
      expect(() => readConfig({ ...secrets, ...said, WEB_ORIGIN: 'http://localhost:8080' })).not.toThrow();
    }
  });

  test('fills every word of nginx’s configuration', () => {
    const words = new Set(
      [...read('nginx', 'parlance.conf.template').matchAll(/\$\{([A-Z_]+)\}/g)].map(([, word]) => word),
    );
    expect(new Set(Object.keys(services['proxy']?.environment ?? {}))).toEqual(words);
  });

  test('asks for the names of programs anew, as the nginx of the image can: a new release has others behind them', () => {
    const { image = '', environment = {} } = services['proxy'] ?? {};
    const [, major = 0, minor = 0] = /:(\d+)\.(\d+)/.exec(image)?.map(Number) ?? [];
    // Since 1.27.3 nginx knows `resolve` without a subscription.
    expect(major * 1_000 + minor).toBeGreaterThanOrEqual(1_028);
    expect(environment['RESOLVER']).toMatch(/^resolver [\d.]+ valid=\ds/);
    for (const program of ['WEB', 'API', 'CHARTS', 'PAYMENT']) {
      expect(environment[`${program}_SERVERS`]).toMatch(/^server \w+:\d+ max_fails=0 resolve;$/);
      expect(read('nginx', 'parlance.conf.template')).toMatch(
        new RegExp(`upstream parlance_${program.toLowerCase()} +\\{ zone parlance_${program.toLowerCase()} `),
      );
    }
  });

  test('believes no proxy in front that its operator has not named', () => {
    expect(services['proxy']?.environment?.['FRONT_PROXIES']).toBe('set_real_ip_from ${FRONT_PROXY:-unix:};');
    expect(read('example.env')).toMatch(/^FRONT_PROXY=$/m);
  });

  test('leads from the one origin of the example to every service, below the prefix that it knows', () => {
    const given = Object.fromEntries(
      [...read('example.env').matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]),
    );
    const led = [
      ...read('nginx', 'parlance.conf.template').matchAll(
        /location (\/api\/\w+)\/ \{ proxy_pass http:\/\/parlance_(\w+); \}/g,
      ),
    ].map(([, prefix, upstream]) => [upstream, prefix]);
    expect(led).toEqual([
      ['api', prefixOf('main')],
      ['charts', prefixOf('charts')],
      ['payment', prefixOf('payment')],
    ]);
    for (const [upstream = '', prefix] of led)
      expect(given[`${upstream.toUpperCase()}_URL`]).toBe(`${given['WEB_ORIGIN']}${prefix}`);
  });

  test('has an example that names every setting it asks for', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_0-9]+):\?/g)].map(([, name]) => name));
    const given = new Set([...read('example.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name));
    expect([...asked].filter((name) => !given.has(name))).toEqual([]);
  });
});

const models: Record<string, new (data: never) => { validate(): void }> = {
  HorizontalPodAutoscaler,
  Deployment,
  CronJob,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ConfigMap,
  Service,
  ServiceAccount,
};
type Container = {
  readonly resources?: { readonly limits?: object };
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
} & Record<string, unknown>;
type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly securityContext: object; readonly containers: readonly Container[] };
    };
  };
};

describe('the chart', () => {
  const chart = path.join(folder, 'helm', 'parlance');
  const values = parse(readFileSync(path.join(chart, 'values.yaml'), 'utf8')) as {
    programs: object;
    backup: object;
    ingress: object;
  }; // ours
  function manifests(changed: object = {}): Manifest[] {
    const scope = { Values: { ...values, ...changed }, Release: { Name: 'parlance' } };
    return readdirSync(path.join(chart, 'templates'))
      .flatMap((name) =>
        parseAllDocuments(renderTemplate(readFileSync(path.join(chart, 'templates', name), 'utf8'), scope)).map(
          (it) => it.toJS({}) as Manifest | null,
        ),
      ) // models check it below
      .filter((it) => it !== null);
  }
  const all = () => manifests({ backup: { ...values.backup, enabled: true } });

  test('makes what Kubernetes takes', () => {
    for (const manifest of all()) {
      const Model = models[manifest.kind];
      if (Model === undefined) throw new Error(`There is no model of ${manifest.kind}.`);
      expect(() => new Model(manifest as never).validate()).not.toThrow();
    }
    expect(manifests().map(({ kind }) => kind)).not.toContain('CronJob');
    expect(manifests({ ingress: { ...values.ingress, enabled: false } }).map(({ kind }) => kind)).not.toContain(
      'Ingress',
    );
  });

  test('has of each program what watches, bounds and multiplies it', () => {
    const made = all().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(Object.keys(values.programs).sort()).toEqual([...programs].sort());
    for (const program of programs) {
      const name = `parlance-${program}`;
      expect(made).toEqual(
        expect.arrayContaining([
          `Deployment ${name}`,
          `HorizontalPodAutoscaler ${name}`,
          `PodDisruptionBudget ${name}`,
          `NetworkPolicy ${name}`,
        ]),
      );
      expect(made.includes(`Service ${name}`)).toBe(program !== 'worker');
      const spec = all().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)?.spec?.template
        ?.spec;
      expect(spec?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      const [container] = spec?.containers ?? [];
      expect(container?.resources?.limits).toHaveProperty('memory');
      expect(container?.securityContext?.readOnlyRootFilesystem).toBe(true);
      expect(Object.keys(container ?? {})).toEqual(
        expect.arrayContaining(
          program === 'worker'
            ? ['startupProbe', 'readinessProbe']
            : ['startupProbe', 'readinessProbe', 'livenessProbe'],
        ),
      );
      if (program !== 'worker')
        expect(container?.['ports']).toEqual([{ name: 'http', containerPort: Number(portOf(program)?.initial) }]);
    }
    expect(made).toContain('Job parlance-migrate');
  });

  test('leads from one origin to every service, below the prefix that it knows', () => {
    const { spec } = all().find(({ kind }) => kind === 'Ingress') as {
      spec?: {
        rules?: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
      };
    }; // a model checks it above
    const led = Object.fromEntries(
      (spec?.rules ?? []).flatMap(({ host, http }) =>
        http.paths.map(({ path: below, backend }) => [backend.service.name, `https://${host}${below}`]),
      ),
    );
    const { data = {} } = all().find(({ kind }) => kind === 'ConfigMap') ?? {};
    expect(led).toEqual({
      'parlance-web': `${data['WEB_ORIGIN']}/`,
      'parlance-api': data['API_URL'],
      'parlance-charts': data['CHARTS_URL'],
      'parlance-payment': data['PAYMENT_URL'],
    });
    for (const service of ['main', 'charts', 'payment'] as const)
      expect(Object.values(led)).toContain(`${data['WEB_ORIGIN']}${prefixOf(service)}`);
  });

  test('says settings that the program takes', () => {
    const { data = {} } = all().find(({ kind }) => kind === 'ConfigMap') ?? {};
    expect(Object.keys(data).filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
    expect(() => readConfig({ ...data, ...secrets })).not.toThrow();
    // What the migration is told must be enough by itself.
    expect(() => readConfig({ DATABASE_URL: secrets.DATABASE_URL })).not.toThrow();
  });
});

test('a program is well where it answers so', async () => {
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = async (what: string, env: Record<string, string> = {}) =>
    (await run(process.execPath, [path.join(folder, 'healthy.mjs'), what], { env })).code;
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`; // it listens on a port
  expect(await ask(address)).toBe(0);
  status = 503;
  expect(await ask(address)).toBe(1);
  await new Promise((resolve) => server.close(resolve));
  expect(await ask(address)).toBe(1);
  expect(await ask('database', { DATABASE_URL: address.replace('http', 'postgres') })).toBe(1);
});
