import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inputsOf } from './inputs.ts';
import { withBuildLock } from './lock.ts';
import { inParallel, remoteFolders, root, runNode, seconds } from '../workspace.ts';

const stampOf = (folder: string) => path.join(root, folder, 'dist', '.inputs');

function isUpToDate(folder: string, inputs: string): boolean {
  const stamp = stampOf(folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
}

/** Resolves with webpack's own words where the package does not build, and with null where it does. */
async function runWebpack(folder: string, place?: string): Promise<string | null> {
  const { code, output } = await runNode(
    'node_modules/webpack-cli/bin/cli.js',
    ['--mode', 'production', ...(place === undefined ? [] : ['--output-path', place])],
    {
      cwd: path.join(root, folder),
      env: { NODE_ENV: 'production' },
    },
  );
  if (code !== 0) return `${folder} does not build:\n${output}`;
  if (output.includes('WARNING in')) console.log(output.trimEnd());
  return null;
}

/**
 * Builds one package into a folder of the caller's: what runs goes on with the files of its own build. Throws webpack's
 * own words.
 */
export async function buildElsewhere(folder: string, place: string): Promise<void> {
  const fault = await runWebpack(folder, place);
  if (fault !== null) throw new Error(fault);
}

/** As `runWebpack`, into the package's own folder. */
async function buildProgram(folder: string, inputs: string): Promise<string | null> {
  const begun = performance.now();
  rmSync(path.join(root, folder, 'dist'), { recursive: true, force: true });
  const fault = await runWebpack(folder);
  if (fault !== null) return fault;
  writeFileSync(stampOf(folder), inputs);
  console.log(`  ${folder} built in ${seconds(begun)} s`);
  return null;
}

type RegistryLine = { base: string; dir: string; remote: { name: string; version: string } };

/** One line a remote: where the browser finds it, where its files are (seen from the registry), what it declares. */
function registryLine(folder: string): RegistryLine {
  const dist = path.join(root, folder, 'dist');
  // our own build wrote it; the web service checks it again
  const remote = JSON.parse(readFileSync(path.join(dist, 'remote.json'), 'utf8')) as RegistryLine['remote'];
  return { base: `/remotes/${remote.name}/${remote.version}/`, dir: path.join('..', folder, 'dist'), remote };
}

/** A web service that starts meanwhile reads the old registry or the new one, never half of one. */
function writeRegistry(): void {
  const file = path.join(root, 'dist', 'registry.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(remoteFolders().map(registryLine), null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** Builds the host and the remotes whose inputs changed, and the registry. Resolves with the names of what it built. */
export function buildPrograms({ everything = false } = {}): Promise<string[]> {
  return withBuildLock(async () => {
    const programs = ['host', ...remoteFolders()].map((folder) => ({ folder, inputs: inputsOf(folder) }));
    const stale = programs.filter(({ folder, inputs }) => everything || !isUpToDate(folder, inputs));
    if (stale.length > 0) {
      const begun = performance.now();
      console.log(`Building ${stale.map((it) => it.folder).join(', ')} …`);
      const faults = await inParallel(stale, availableParallelism(), ({ folder, inputs }) =>
        buildProgram(folder, inputs),
      );
      const failed = faults.filter((fault) => fault !== null);
      if (failed.length > 0) throw new Error(failed.join('\n'));
      console.log(`Built in ${seconds(begun)} s.`);
    }
    writeRegistry();
    return stale.map((it) => it.folder);
  });
}
