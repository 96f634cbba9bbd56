import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRemote } from '../../tooling/create-remote/create-remote.ts';
import { root, runNode } from '../../tooling/workspace.ts';

type Line = {
  base: string;
  dir: string;
  remote: { name: string; version: string; surface: string; screens: { path: string }[] };
};
type Lists = { surface: { version: string }; tiers: Record<string, { version: string }> };

/**
 * A checkout of its own with what a remote is built from, in which remotes can be made; the packages are the ones of
 * this.
 */
export type OtherCheckout = {
  readonly folder: string;
  /** Makes a remote and builds it as it then is. Resolves with its line for a registry. */
  make(name: string, change?: (remoteFolder: string) => void): Promise<Line>;
  /** Writes a registry of the built remotes of this checkout and of these, and gives the name of the file. */
  registryWith(lines: readonly Line[]): string;
  /** From now on a ui tier has a version that the host of this checkout does not have. */
  raiseTier(name: string): void;
  remove(): void;
};

const sources = [
  'tooling/build/plugins',
  'tooling/build/programs.ts',
  'tooling/build/shared-modules.ts',
  'tooling/test/jest.ts',
  'tooling/tsconfig.base.json',
  'shared',
  'host/locales',
  'remote-chat/package.json',
  'remote-chat/tsconfig.json',
  'remote-chat/webpack.config.mjs',
];
const isSource = (file: string) => path.basename(file) !== 'node_modules' && path.basename(file) !== 'dist';

export function checkOutOnceMore(): OtherCheckout {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-checkout-'));
  for (const source of sources)
    cpSync(path.join(root, source), path.join(folder, source), { recursive: true, filter: isSource });
  for (const place of ['', 'shared'])
    symlinkSync(path.join(root, place, 'node_modules'), path.join(folder, place, 'node_modules'));
  const built = path.join(root, 'dist', 'registry.json');
  return {
    folder,
    async make(name, change) {
      const remoteFolder = path.join(folder, createRemote(name, folder));
      linkPackages(folder, remoteFolder);
      change?.(remoteFolder);
      const { code, output } = await runNode('node_modules/webpack-cli/bin/cli.js', ['--mode', 'production'], {
        cwd: remoteFolder,
        env: { NODE_ENV: 'production', NODE_OPTIONS: '' },
      });
      if (code !== 0) throw new Error(`remote-${name} does not build:\n${output}`);
      const dir = path.join(remoteFolder, 'dist');
      // the build has just written it
      const remote = JSON.parse(readFileSync(path.join(dir, 'remote.json'), 'utf8')) as Line['remote'];
      return { base: `/remotes/${name}/${remote.version}/`, dir, remote };
    },
    registryWith(lines) {
      const there = (JSON.parse(readFileSync(built, 'utf8')) as Line[]).map((line) => ({
        ...line,
        dir: path.resolve(path.dirname(built), line.dir),
      })); // our own build wrote it
      const file = path.join(folder, 'registry.json');
      writeFileSync(file, JSON.stringify([...there, ...lines]));
      return file;
    },
    raiseTier(name) {
      const file = path.join(folder, 'shared', 'surface.json');
      const lists = JSON.parse(readFileSync(file, 'utf8')) as Lists; // our own file
      const tier = lists.tiers[name];
      if (tier === undefined) throw new Error(`There is no tier ${name} in shared/surface.json.`);
      const [major, minor] = tier.version.split('.').map(Number);
      tier.version = `${major}.${(minor ?? 0) + 1}`;
      writeFileSync(file, JSON.stringify(lists));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As pnpm would: the packages of another remote, but `shared` is the one beside it. */
function linkPackages(folder: string, remoteFolder: string): void {
  const [here, there] = [path.join(remoteFolder, 'node_modules'), path.join(root, 'remote-chat', 'node_modules')];
  mkdirSync(path.join(here, '@parlance'), { recursive: true });
  symlinkSync(path.join(folder, 'shared'), path.join(here, '@parlance', 'shared'));
  for (const name of readdirSync(there).filter((it) => it !== '@parlance' && it !== '.bin'))
    symlinkSync(path.join(there, name), path.join(here, name));
}
