import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../../shared/src/contract/values/language.ts';
import { readBoundScreens } from './bound-screens.mjs';
import { declarationFaults, textAt } from './check-declaration.mjs';
import { integrityOf } from './integrity.mjs';
import { claimFaults, takenFromHost } from './surface-needs.mjs';
import { takenSurface } from './surface.mjs';

const name = 'RemoteJson';
const isPinned = (file) => /\.(js|css|json|woff2)$/.test(file);

/**
 * Emits `remote.json` (BuiltRemote of shared/src/remote/registry.ts): the declaration with its titles in nine
 * languages, the hashed locale files, the files each screen needs, and the integrity of every file; and `surface.json`:
 * what it takes of the host. Fails the build with one sentence for each thing that is wrong with the declaration.
 */
export class RemoteJson {
  constructor({ directory, declaration, container, shared, development }) {
    Object.assign(this, { directory, declaration, container, shared, development });
    this.appFile = path.join(directory, 'src', 'app.tsx');
    this.packageVersion = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')).version;
  }

  apply(compiler) {
    const { Compilation, WebpackError, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const fail = (sentence) =>
        compilation.errors.push(new WebpackError(`The remote “${this.declaration.name}”: ${sentence}`));
      const { locales, files: localeFiles } = this.readLocales(compilation, sources, fail);
      const bound = this.readBound(fail);
      for (const fault of declarationFaults({ declaration: this.declaration, bound, locales })) fail(fault);

      // In development webpack does not find out what is used.
      if (!this.development) {
        compilation.hooks.afterOptimizeDependencies.tap(name, () => {
          for (const fault of claimFaults(this.declaration.surface, takenFromHost(compilation))) fail(fault);
        });
      }

      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        for (const [file, content] of localeFiles.values()) compilation.emitAsset(file, new sources.RawSource(content));
      });
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        if (compilation.errors.length > 0) return;
        const built = this.describe(compilation, bound, locales, localeFiles);
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(built, null, 1)}\n`));
        const surface = takenSurface(compilation, this.shared);
        compilation.emitAsset('surface.json', new sources.RawSource(`${JSON.stringify(surface, null, 1)}\n`));
      });
    });
  }

  readLocales(compilation, sources, fail) {
    const locales = {};
    const files = new Map();
    for (const language of languages) {
      const file = path.join(this.directory, 'locales', `${language}.json`);
      compilation.fileDependencies.add(file);
      if (!existsSync(file)) continue;
      try {
        locales[language] = JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        fail(`locales/${language}.json is not JSON: ${error.message}`);
        continue;
      }
      const content = JSON.stringify(locales[language]);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
      files.set(language, [`locales/${language}.${hash}.json`, content]);
    }
    return { locales, files };
  }

  readBound(fail) {
    try {
      return readBoundScreens(this.appFile);
    } catch (error) {
      fail(error.message);
      return new Map();
    }
  }

  describe(compilation, bound, locales, localeFiles) {
    const integrity = {};
    for (const file of Object.keys(compilation.assets).filter(isPinned).sort()) {
      integrity[file] = integrityOf(compilation.assets[file].buffer());
    }
    const content = createHash('sha256').update(JSON.stringify(integrity)).digest('hex').slice(0, 12);
    const { byScreen, ofApp } = this.filesOf(compilation, bound);
    return {
      name: this.declaration.name,
      // In development the files keep their names from build to build, and so does where they stand.
      version: this.development ? 'development' : `${this.packageVersion}-${content}`,
      surface: this.declaration.surface,
      entry: [...compilation.entrypoints.get(this.container).getFiles()].find((file) => file.endsWith('.js')),
      container: this.container,
      screens: this.declaration.screens.map(({ title, ...screen }) => ({
        ...screen,
        titles: Object.fromEntries(
          Object.entries(locales).map(([language, texts]) => [language, textAt(texts, title)]),
        ),
        ...this.needs(ofApp, byScreen.get(screen.id)),
      })),
      reserved: this.declaration.reserved ?? [],
      ...this.describeParts(locales),
      locales: Object.fromEntries([...localeFiles].map(([language, [file]]) => [language, file])),
      integrity,
    };
  }

  describeParts(locales) {
    const { rail, palette } = this.declaration;
    const { title, ...action } = rail?.action ?? {};
    const titles = Object.fromEntries(
      Object.entries(locales).map(([language, texts]) => [language, textAt(texts, title ?? '')]),
    );
    return {
      ...(rail === undefined
        ? {}
        : { rail: { ...rail, ...(rail.action === undefined ? {} : { action: { ...action, titles } }) } }),
      ...(palette === undefined ? {} : { palette }),
    };
  }

  needs(ofApp, ofScreen) {
    return {
      files: [...new Set([...ofApp.files, ...ofScreen.files])],
      shared: [...new Set([...ofApp.shared, ...ofScreen.shared])].sort(),
    };
  }

  filesOf(compilation, bound) {
    const appModule = [...compilation.modules].find(
      (module) => module.resource === this.appFile || module.rootModule?.resource === this.appFile,
    );
    const groupsOf = (module) =>
      module.blocks.map((block) => ({ block, group: compilation.chunkGraph.getBlockChunkGroup(block) }));
    const blocks = groupsOf(appModule ?? { blocks: [] });
    const byScreen = new Map(
      [...bound].map(([id, file]) => {
        const found = blocks.find(({ block }) =>
          block.dependencies.some((it) => compilation.moduleGraph.getModule(it)?.nameForCondition() === file),
        );
        return [id, this.chunkNeeds(compilation, found?.group)];
      }),
    );
    const appGroup = [...compilation.chunkGraph.getModuleChunks(appModule)][0]?.groupsIterable;
    return { byScreen, ofApp: this.chunkNeeds(compilation, [...(appGroup ?? [])][0]) };
  }

  /** The files of a chunk group, and the shared modules (`@parlance/shared/ui/core` …) that it takes from the page. */
  chunkNeeds(compilation, group) {
    const chunks = group?.chunks ?? [];
    const shared = chunks.flatMap((chunk) =>
      [...(compilation.chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? [])].map(
        (module) => module.options.shareKey,
      ),
    );
    return { files: chunks.flatMap((chunk) => [...chunk.files]), shared };
  }
}
