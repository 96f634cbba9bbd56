import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { surfaceVersion } from '../../shared/src/remote/surface.ts';
import { packageManager } from '../package-manager.mjs';
import { firstTexts } from './first-texts.ts';

/** Of a folder, of an address and of a namespace of texts. */
const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** `audit-log` → `AuditLog`, the name of a component. */
const componentOf = (name: string) =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/**
 * Writes `remote-NAME` below `root`: one screen at `/NAME` that every member may open, its test, and its texts in nine
 * languages. Gives the folder's name; throws a sentence where the name is none or the folder is there.
 */
export function createRemote(name: string, root: string): string {
  if (!namePattern.test(name))
    throw new Error(
      `“${name}” is no name for a remote. Small letters, digits and hyphens: \`npm run create-remote -- billing-reports\`.`,
    );
  const folder = `remote-${name}`;
  if (existsSync(path.join(root, folder))) throw new Error(`The folder ${folder} is there already.`);
  for (const [file, content] of Object.entries({ ...programOf(name), ...packageOf(name, root) })) {
    mkdirSync(path.dirname(path.join(root, folder, file)), { recursive: true });
    writeFileSync(path.join(root, folder, file), content);
  }
  return folder;
}

function programOf(name: string): Record<string, string> {
  const component = componentOf(name);
  const texts = Object.entries(firstTexts).map(([language, { title, lead }]) => [
    `locales/${language}.json`,
    `${JSON.stringify({ [name]: { title, lead } }, null, 2)}\n`,
  ]);
  return {
    ...(Object.fromEntries(texts) as Record<string, string>), // pairs of strings
    'remote.ts': `import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: '${name}',
  surface: '${surfaceVersion}',
  screens: [
    {
      id: '${name}', path: '/${name}', title: '${name}.title',
      menu: { section: 'chat', icon: 'apps', order: 90 },
    },
  ],
});
`,
    'src/app.tsx': `import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  '${name}': () => import('./screens/${name}/${name}.tsx'),
});
`,
    [`src/screens/${name}/${name}.tsx`]: `import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';

export default function ${component}() {
  const { t } = useTranslation('${name}');
  return (
    <Page title={t('${name}.title')}>
      <p>{t('${name}.lead')}</p>
    </Page>
  );
}
`,
    [`src/screens/${name}/${name}.test.tsx`]: `import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import ${component} from './${name}.tsx';

test('says what it is', () => {
  renderScreen(<${component} />, { path: '/${name}', session: {} });
  expect(screen.getByRole('heading', { level: 1, name: '${firstTexts.en.title}' })).toBeInTheDocument();
});
`,
  };
}

/** What makes it a package: what every remote has, and of dependencies only those that each of them needs. */
function packageOf(name: string, root: string): Record<string, string> {
  const like = path.join(root, 'remote-chat');
  const read = (file: string) => readFileSync(path.join(like, file), 'utf8');
  const described = JSON.parse(read('package.json').replaceAll('remote-chat', `remote-${name}`)) as {
    version: string;
    dependencies: Record<string, string>;
  }; // our own package.json
  const dependencies = Object.fromEntries(
    ['@parlance/shared', 'react', 'react-dom'].map((it) => [it, described.dependencies[it]]),
  );
  return {
    'package.json': `${JSON.stringify({ ...described, version: '0.1.0', dependencies }, null, 2)}\n`,
    'jest.config.mjs': `import { browser } from '../tooling/test/jest.ts';\n\nexport default browser('remote-${name}');\n`,
    'tsconfig.json': read('tsconfig.json'),
    'webpack.config.mjs': read('webpack.config.mjs'),
  };
}

/** What is left for a person to decide. */
export const nextSteps = (
  name: string,
): string => `remote-${name} is there, with one screen at /${name} that every member may open.

  npm run dev -- remote-${name}   it with hot reload, the others as they were last built
  npx ${packageManager} --filter remote-${name} test   its suite alone
  npm start   builds it; its line in dist/registry.json is all that the host needs

Then say who may open it: a row '/${name}': 'a member' in host/src/remotes/known/every-route.test.ts, or \`requires\` in remote-${name}/remote.ts. Until then npm test asks for it.`;
