import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ESLint, Rule } from 'eslint';
import { typesAreNouns } from './type-names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const browser = '{host,remote-*,shared}/**';
const tests = '**/*.test.{ts,tsx}';
/** Files that are tests or serve them. */
const testing = [
  tests,
  '{host,remote-*,shared,server}/src/testing/**',
  'e2e/**',
  'scripts/**',
  'tooling/**',
  '**/*.mjs',
];
const packageOf = (file: string) => file.split('/')[0];
const is =
  (...names: readonly string[]) =>
  (target: string) =>
    names.some((name) => target === name || target.startsWith(`${name}/`));
const singleton = /^shared\/src\/(session|i18n|router|theme)\//;

/**
 * The floors of the server, from the ground up. What stands on none of them (`services`, `demo`, the start) puts the
 * others together.
 */
export const floors: readonly string[] = [
  'platform',
  'people',
  'money',
  'library',
  'dialogue',
  'studio',
  'oversight',
  'lifecycle',
  'operations',
];
/** How high a file of the server stands; what composes it stands above all floors. */
function heightOf(file: string): number {
  const height = floors.indexOf(file.split('/')[2] ?? '');
  return height === -1 ? floors.length : height;
}

/** A row of the table: its sentence, the files it binds, and a source that it refuses and one that it lets through. */
type Row = {
  readonly rule: string;
  readonly files: readonly string[];
  readonly except?: readonly string[];
  readonly typesToo?: boolean;
  readonly names?: readonly string[];
  readonly forbids: (target: string, file: string) => boolean;
  readonly refuses: readonly [file: string, source: string];
  readonly allows: readonly [file: string, source: string];
};

/** What the rules read of an import or export. */
type ImportLike = {
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly source?: { readonly value?: unknown } | null;
  readonly specifiers?: readonly {
    readonly type: string;
    readonly importKind?: string;
    readonly imported?: { readonly name?: string };
  }[];
};

/**
 * Who may import whom (docs/architecture, CONTRIBUTING): every row is a sentence, the files it binds, and what it turns
 * away. `forbids` gets the target — a package's name, or the path from the root for a relative import — and the file.
 * `names` narrows a row to some of a module's exports; a row lets types through where `typesToo` is not set.
 * Each row has an example that it must refuse and one that it must not; a test walks them.
 */
export const importTable: readonly Row[] = [
  {
    rule: 'the contract imports nothing but itself, and zod/mini through its own schema module',
    files: ['shared/src/contract/**'],
    except: [...testing, 'shared/src/contract/schema.ts'],
    typesToo: true,
    forbids: (target) => target !== '@parlance/shared/contract/schema' && !target.startsWith('shared/src/contract/'),
    refuses: ['shared/src/contract/api/a.ts', `import axios from 'axios';`],
    allows: [
      'shared/src/contract/api/a.ts',
      `import { endpoint } from '../endpoint.ts'; import * as z from '@parlance/shared/contract/schema';`,
    ],
  },
  {
    rule: 'what a browser loads takes zod/mini from @parlance/shared/contract/schema, which is shared: a copy costs 8 KB in each program, full zod 24',
    files: [browser],
    except: [...testing, 'shared/src/contract/schema.ts'],
    typesToo: true,
    forbids: (target) => target === 'zod' || target.startsWith('zod/'),
    refuses: ['remote-chat/src/screens/a/use-a.ts', `import * as z from 'zod/mini';`],
    allows: ['remote-chat/src/screens/a/use-a.ts', `import * as z from '@parlance/shared/contract/schema';`],
  },
  {
    rule: 'a singleton is imported by its package name (@parlance/shared/…): a relative import makes a second one',
    files: ['shared/**'],
    forbids: (target, file) => singleton.test(target) && target.split('/')[2] !== file.split('/')[2],
    refuses: ['shared/src/ui/page.tsx', `import { i18n } from '../i18n/i18n.ts';`],
    allows: [
      'shared/src/ui/page.tsx',
      `import { i18n } from '@parlance/shared/i18n'; import type { Session } from '../session/store.ts';`,
    ],
  },
  {
    rule: 'a package reaches into no other by a path; its exports map is its surface',
    files: ['{host,remote-*,shared,server,e2e}/**'],
    except: ['**/*.mjs'],
    typesToo: true,
    // The journeys start the servers that the server's own tests start: a model's endpoint, a database.
    forbids: (target, file) =>
      /^(\.\.|host|remote-[^/]+|shared|server|e2e)\//.test(target) &&
      packageOf(target) !== packageOf(file) &&
      !(packageOf(file) === 'e2e' && target.startsWith('server/src/testing/')),
    refuses: ['host/src/main.tsx', `import { x } from '../../shared/src/http/http.ts';`],
    allows: ['host/src/main.tsx', `import { x } from './remotes/registry.ts';`],
  },
  {
    rule: 'remotes and host never import each other: the registry says what there is',
    files: ['{host,remote-*,shared,server}/**'],
    typesToo: true,
    forbids: (target) => /^@parlance\/(?!shared(\/|$))/.test(target),
    refuses: ['remote-chat/src/app.tsx', `import x from '@parlance/remote-admin';`],
    allows: ['remote-chat/src/app.tsx', `import { Page } from '@parlance/shared/ui/page';`],
  },
  {
    rule: 'the root of @parlance/shared is never imported: each subpath is shared by itself',
    files: ['**'],
    typesToo: true,
    forbids: (target) => target === '@parlance/shared',
    refuses: ['host/src/main.tsx', `import { call } from '@parlance/shared';`],
    allows: ['host/src/main.tsx', `import { call } from '@parlance/shared/http';`],
  },
  {
    // What is data like the contract, and imports nothing but it, is for both sides: declarations and the languages'
    // names.
    rule: 'the server and the journeys know the contract of shared and nothing of its browser code',
    files: ['{server,e2e}/**'],
    except: ['**/*.mjs'],
    typesToo: true,
    forbids: (target) =>
      is('@parlance/shared')(target) &&
      !is(
        '@parlance/shared/contract',
        '@parlance/shared/locales',
        '@parlance/shared/remote/painted',
        '@parlance/shared/remote/registry',
        '@parlance/shared/remote/requirement',
        '@parlance/shared/remote/surface',
        '@parlance/shared/i18n/endonyms',
      )(target),
    refuses: ['server/src/library/bots/routes.ts', `import { call } from '@parlance/shared/http';`],
    allows: ['server/src/library/bots/routes.ts', `import { listBots } from '@parlance/shared/contract/api/bots';`],
  },
  {
    rule: 'a floor of the server imports what is on it or below, types included: what happens is told upward by platform/domain-events',
    files: ['server/src/**'],
    except: testing,
    typesToo: true,
    forbids: (target, file) => target.startsWith('server/src/') && heightOf(target) > heightOf(file),
    refuses: [
      'server/src/dialogue/dialogues/ratings.ts',
      `import type { Raised } from '../../studio/automations/events.ts';`,
    ],
    allows: [
      'server/src/studio/automations/events.ts',
      `import { answerRated } from '../../dialogue/dialogues/domain-events.ts';`,
    ],
  },
  {
    rule: 'screens do not import each other; what two need moves up one level',
    files: ['{host,remote-*}/src/screens/**'],
    typesToo: true,
    forbids: (target, file) =>
      target.startsWith(`${packageOf(file)}/src/screens/`) && target.split('/')[3] !== file.split('/')[3],
    refuses: ['remote-chat/src/screens/home/home.tsx', `import { Bots } from '../bots/bots.tsx';`],
    allows: [
      'remote-chat/src/screens/home/home.tsx',
      `import { useBots } from './use-bots.ts'; import { Card } from '../../card/card.tsx';`,
    ],
  },
  {
    rule: 'in a screen only use-<noun>.ts knows http',
    files: ['{host,remote-*}/src/screens/**'],
    except: [tests, '**/use-*.{ts,tsx}'],
    names: [
      'call',
      'stream',
      'clients',
      'useEndpoint',
      'useEditedEndpoint',
      'useEndpointPages',
      'useEveryRow',
      'useComposed',
      'useEditedComposed',
      'useComposedPages',
    ],
    forbids: is('@parlance/shared/http', '@parlance/shared/loading'),
    refuses: ['remote-chat/src/screens/home/home.tsx', `import { useEndpoint } from '@parlance/shared/loading';`],
    allows: [
      'remote-chat/src/screens/home/use-bots.ts',
      `import { call } from '@parlance/shared/http'; import { useEndpoint } from '@parlance/shared/loading';`,
    ],
  },
  {
    rule: 'what is kept of an answer is found by its endpoint and input: `useEndpoint` and its like make the key, and no screen does',
    files: [browser],
    except: [...testing, 'shared/src/loading/**', 'host/src/remotes/load/shared-tiers.ts'],
    names: ['useLoaded', 'usePages'],
    forbids: is('@parlance/shared/loading'),
    refuses: ['remote-chat/src/screens/a/use-a.ts', `import { useLoaded } from '@parlance/shared/loading';`],
    allows: ['remote-chat/src/screens/a/use-a.ts', `import { useEndpoint } from '@parlance/shared/loading';`],
  },
  {
    rule: 'axios, jose, i18next, the router, zustand and antd each have one place in shared that knows them',
    files: [browser],
    except: [...testing, 'shared/src/{http,plan,i18n,router,session,theme,ui}/**'],
    forbids: is('axios', 'jose', 'i18next', 'react-i18next', 'react-router', 'react-router-dom', 'zustand', 'antd'),
    refuses: ['remote-admin/src/screens/a/a.tsx', `import { Table } from 'antd';`],
    allows: ['shared/src/ui/data.ts', `export { Table } from 'antd';`],
  },
  {
    rule: 'the login page and the page of a form load no schema library, and neither does what the login page brings for the first paint: of the contract they take types, and what stands in a module without one',
    files: ['host/src/{login,form}/**', 'host/src/first-paint/*', 'host/src/first-paint/{ahead,early}/**'],
    except: [tests],
    forbids: (target) =>
      is('@parlance/shared/contract')(target) &&
      !is(
        '@parlance/shared/contract/page/early',
        '@parlance/shared/contract/values/language-tags',
        '@parlance/shared/contract/page/page-blocks',
        '@parlance/shared/contract/page/form-values',
      )(target),
    refuses: ['host/src/login/a.ts', `import { languages } from '@parlance/shared/contract/values/language';`],
    allows: [
      'host/src/login/a.ts',
      `import { languages } from '@parlance/shared/contract/values/language-tags'; import type { PageConfig } from '@parlance/shared/contract/page/page';`,
    ],
  },
  {
    rule: 'the programs of the product never import what serves tests',
    files: ['**'],
    except: testing,
    typesToo: true,
    forbids: (target) =>
      is('@parlance/shared/testing', 'msw')(target) ||
      target.startsWith('@testing-library/') ||
      /\/src\/testing\//.test(target),
    refuses: ['host/src/main.tsx', `import { signIn } from '@parlance/shared/testing';`],
    allows: ['host/src/main.test.tsx', `import { signIn } from '@parlance/shared/testing';`],
  },
];

const matches = (file: string, globs: readonly string[]) => globs.some((glob) => path.matchesGlob(file, glob));

/** What an import means: the name of a package, or where a relative one leads, from the root. */
function targetOf(specifier: string, file: string): string {
  return specifier.startsWith('.')
    ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
    : specifier;
}

const isTypeOnly = (node: ImportLike): boolean =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (node.specifiers !== undefined &&
    node.specifiers.length > 0 &&
    node.specifiers.every((it) => it.importKind === 'type'));

function touches({ names }: Row, { specifiers }: ImportLike): boolean {
  if (names === undefined || specifiers === undefined) return true;
  return specifiers.some((it) => it.type === 'ImportNamespaceSpecifier' || names.includes(it.imported?.name ?? ''));
}

function checkImports(context: Rule.RuleContext, rows: readonly Row[]): Rule.RuleListener {
  const file = path.relative(root, context.filename).split(path.sep).join('/');
  const bound = rows.filter((row) => matches(file, row.files) && !matches(file, row.except ?? []));
  const check = (node: Rule.Node) => {
    const read = node as unknown as ImportLike; // as typescript-eslint's parser gives it, with the kinds of imports
    const named = read.source?.value;
    if (typeof named !== 'string') return;
    const target = targetOf(named, file);
    for (const row of bound) {
      if ((row.typesToo === true || !isTypeOnly(read)) && touches(row, read) && row.forbids(target, file)) {
        context.report({ node, message: `“${named}”: ${row.rule}.` });
      }
    }
  };
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
  };
}

const shelf = /^(index|utils?|helpers?|common|misc|manager)\.(ts|tsx|mjs)$/;

const whoMayImportWhom: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => checkImports(context, importTable),
};

const noBarrels: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const name = path.basename(context.filename);
      if (shelf.test(name))
        context.report({
          node,
          message: `“${name}” says where things lie, not what they are; name the file by what it holds.`,
        });
    },
    ExportAllDeclaration(node) {
      context.report({
        node,
        message: 'Name what is exported: a barrel hides who needs what, and federation once dropped one.',
      });
    },
  }),
};

/** The rules of the house that no published plugin has. */
export const houseRules: ESLint.Plugin = {
  meta: { name: 'house' },
  rules: { 'who-may-import-whom': whoMayImportWhom, 'no-barrels': noBarrels, 'types-are-nouns': typesAreNouns },
};
