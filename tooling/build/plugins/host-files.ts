import type { Compilation, Compiler } from 'webpack';
import type { SharedModules } from '../shared-modules.ts';
import { integrityOf } from './integrity.ts';
import { keyOf, offeredSurface } from './surface.ts';

const name = 'HostFiles';

/**
 * Emits `host.json`, from which the web service writes the page: the files of each entry, of each part that has a name
 * (`webpackChunkName`), and behind each shared ui tier, so that a page can ask for them before any script has run.
 * `shared` is what a host offers to remotes: its surface is described too, so that a remote that needs more of it is
 * refused before it reaches anyone.
 */
export class HostFiles {
  readonly #fileName: string;
  readonly #shared: SharedModules;

  constructor({ fileName, shared = {} }: { readonly fileName: string; readonly shared?: SharedModules }) {
    this.#fileName = fileName;
    this.#shared = shared;
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage: Stages.PROCESS_ASSETS_STAGE_REPORT }, (assets) => {
        const entries = Object.fromEntries(
          [...compilation.entrypoints].map(([entry, point]) => [entry, point.getFiles()]),
        );
        const parts = Object.fromEntries(
          [...compilation.namedChunkGroups]
            .filter(([part]) => entries[part] === undefined)
            .map(([part, group]) => [part, group.getFiles()]),
        );
        const integrity = Object.fromEntries(
          Object.entries(assets)
            .filter(([file]) => /\.(js|css)$/.test(file))
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([file, source]) => [file, integrityOf(source.buffer())]),
        );
        const described = {
          entries,
          parts,
          shared: sharedFiles(compilation),
          surface: offeredSurface(compilation, this.#shared),
          integrity,
        };
        compilation.emitAsset(this.#fileName, new sources.RawSource(`${JSON.stringify(described, null, 1)}\n`));
      });
    });
  }
}

/** Share key → the files of the chunks that hold it. */
function sharedFiles(compilation: Compilation): Record<string, readonly string[]> {
  const files: Record<string, readonly string[]> = {};
  for (const module of compilation.modules) {
    const key = module.type === 'provide-module' ? keyOf(module) : undefined;
    if (key === undefined) continue;
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      files[key] = group?.chunks.flatMap((chunk) => [...chunk.files]) ?? [];
    }
  }
  return files;
}
