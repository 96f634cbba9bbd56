import { integrityOf } from './integrity.mjs';
import { keyOf, offeredSurface } from './surface.mjs';

const name = 'HostFiles';

/**
 * Emits `host.json`, from which the web service writes the page: the files of each entry, of each part that has a name
 * (`webpackChunkName`), and behind each shared ui tier, so that a page can ask for them before any script has run.
 * `shared` is what a host offers to remotes: its surface is described too, so that a remote that needs more of it is
 * refused before it reaches anyone.
 */
export class HostFiles {
  constructor({ fileName, shared = {} }) {
    Object.assign(this, { fileName, shared });
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const entries = Object.fromEntries(
          [...compilation.entrypoints].map(([entry, point]) => [entry, point.getFiles()]),
        );
        const parts = Object.fromEntries(
          [...compilation.namedChunkGroups]
            .filter(([part]) => entries[part] === undefined)
            .map(([part, group]) => [part, group.getFiles()]),
        );
        const integrity = Object.fromEntries(
          Object.keys(compilation.assets)
            .filter((file) => /\.(js|css)$/.test(file))
            .sort()
            .map((file) => [file, integrityOf(compilation.assets[file].buffer())]),
        );
        const described = {
          entries,
          parts,
          shared: sharedFiles(compilation),
          surface: offeredSurface(compilation, this.shared),
          integrity,
        };
        compilation.emitAsset(this.fileName, new sources.RawSource(`${JSON.stringify(described, null, 1)}\n`));
      });
    });
  }
}

/** Share key → the files of the chunks that hold it. */
function sharedFiles(compilation) {
  const files = {};
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module') continue;
    const key = keyOf(module);
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      files[key] = group?.chunks.flatMap((chunk) => [...chunk.files]) ?? [];
    }
  }
  return files;
}
