import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChunkGroup, Compilation, Compiler, Module } from 'webpack';
import { languages, type Language } from '../../../shared/src/contract/values/language.ts';
import type { RemoteDeclaration } from '../../../shared/src/remote/declaration.ts';
import type { SharedModules } from '../shared-modules.ts';
import { readBoundScreens } from './bound-screens.ts';
import { declarationFaults, textAt, type Locales } from './check-declaration.ts';
import { integrityOf } from './integrity.ts';
import { claimFaults, takenFromHost } from './surface-needs.ts';
import { isConsumed, takenSurface } from './surface.ts';

const name = 'RemoteJson';
const isPinned = (file: string) => /\.(js|css|json|woff2)$/.test(file);

type Options = {
  readonly directory: string;
  readonly declaration: RemoteDeclaration;
  /** The global name of the federation container. */
  readonly container: string;
  readonly shared: SharedModules;
  readonly development: boolean;
};
type Fail = (sentence: string) => void;
/** Language → the name and the content of its locale file. */
type LocaleFiles = ReadonlyMap<Language, readonly [file: string, content: string]>;
/** Files that something needs, and shared modules that it takes from the page (`@parlance/shared/ui/core` …). */
type Needs = { readonly files: readonly string[]; readonly shared: readonly string[] };

/**
 * Emits `remote.json` (BuiltRemote of shared/src/remote/registry.ts): the declaration with its titles in nine
 * languages, the hashed locale files, the files each screen needs, and the integrity of every file; and `surface.json`:
 * what it takes of the host. Fails the build with one sentence for each thing that is wrong with the declaration.
 */
export class RemoteJson {
  readonly #options: Options;
  readonly #appFile: string;
  readonly #packageVersion: string;

  constructor(options: Options) {
    this.#options = options;
    this.#appFile = path.join(options.directory, 'src', 'app.tsx');
    // our own file
    const read = JSON.parse(readFileSync(path.join(options.directory, 'package.json'), 'utf8')) as { version: string };
    this.#packageVersion = read.version;
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, WebpackError, sources } = compiler.webpack;
    const { declaration, shared, development } = this.#options;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const fail: Fail = (sentence) =>
        compilation.errors.push(new WebpackError(`The remote “${declaration.name}”: ${sentence}`));
      const { locales, files: localeFiles } = this.#readLocales(compilation, fail);
      const bound = this.#readBound(fail);
      for (const fault of declarationFaults({ declaration, bound, locales })) fail(fault);

      // In development webpack does not find out what is used.
      if (!development) {
        compilation.hooks.afterOptimizeDependencies.tap(name, () => {
          for (const fault of claimFaults(declaration.surface, takenFromHost(compilation))) fail(fault);
        });
      }

      const stage = Stages.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name, stage: Stages.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        for (const [file, content] of localeFiles.values()) compilation.emitAsset(file, new sources.RawSource(content));
      });
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        if (compilation.errors.length > 0) return;
        const built = this.#describe(compilation, bound, locales, localeFiles);
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(built, null, 1)}\n`));
        const surface = takenSurface(compilation, shared);
        compilation.emitAsset('surface.json', new sources.RawSource(`${JSON.stringify(surface, null, 1)}\n`));
      });
    });
  }

  #readLocales(compilation: Compilation, fail: Fail): { readonly locales: Locales; readonly files: LocaleFiles } {
    const locales: Partial<Record<Language, unknown>> = {};
    const files = new Map<Language, readonly [string, string]>();
    for (const language of languages) {
      const file = path.join(this.#options.directory, 'locales', `${language}.json`);
      compilation.fileDependencies.add(file);
      if (!existsSync(file)) continue;
      try {
        locales[language] = JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        fail(`locales/${language}.json is not JSON: ${messageOf(error)}`);
        continue;
      }
      const content = JSON.stringify(locales[language]);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
      files.set(language, [`locales/${language}.${hash}.json`, content]);
    }
    return { locales, files };
  }

  #readBound(fail: Fail): ReadonlyMap<string, string> {
    try {
      return readBoundScreens(this.#appFile);
    } catch (error) {
      fail(messageOf(error));
      return new Map();
    }
  }

  #describe(
    compilation: Compilation,
    bound: ReadonlyMap<string, string>,
    locales: Locales,
    localeFiles: LocaleFiles,
  ): object {
    const { declaration, container, development } = this.#options;
    const integrity = Object.fromEntries(
      Object.entries(compilation.assets)
        .filter(([file]) => isPinned(file))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([file, source]) => [file, integrityOf(source.buffer())]),
    );
    const content = createHash('sha256').update(JSON.stringify(integrity)).digest('hex').slice(0, 12);
    const { byScreen, ofApp } = this.#filesOf(compilation, bound);
    return {
      name: declaration.name,
      // In development the files keep their names from build to build, and so does where they stand.
      version: development ? 'development' : `${this.#packageVersion}-${content}`,
      surface: declaration.surface,
      entry: compilation.entrypoints
        .get(container)
        ?.getFiles()
        .find((file) => file.endsWith('.js')),
      container,
      screens: declaration.screens.map(({ title, ...screen }) => ({
        ...screen,
        titles: titlesIn(locales, title),
        ...bothNeeds(ofApp, byScreen.get(screen.id)),
      })),
      reserved: declaration.reserved ?? [],
      ...this.#describeParts(locales),
      locales: Object.fromEntries([...localeFiles].map(([language, [file]]) => [language, file])),
      integrity,
    };
  }

  #describeParts(locales: Locales): object {
    const { rail, palette } = this.#options.declaration;
    const { title, ...action } = rail?.action ?? {};
    const titles = titlesIn(locales, title ?? '');
    return {
      ...(rail === undefined
        ? {}
        : { rail: { ...rail, ...(rail.action === undefined ? {} : { action: { ...action, titles } }) } }),
      ...(palette === undefined ? {} : { palette }),
    };
  }

  #filesOf(
    compilation: Compilation,
    bound: ReadonlyMap<string, string>,
  ): { readonly byScreen: ReadonlyMap<string, Needs>; readonly ofApp: Needs } {
    const { chunkGraph, moduleGraph } = compilation;
    const appModule = [...compilation.modules].find((module) => isOfFile(module, this.#appFile));
    const blocks = (appModule?.blocks ?? []).map((block) => ({ block, group: chunkGraph.getBlockChunkGroup(block) }));
    const byScreen = new Map(
      [...bound].map(([id, file]) => {
        const found = blocks.find(({ block }) =>
          block.dependencies.some((it) => moduleGraph.getModule(it)?.nameForCondition() === file),
        );
        return [id, chunkNeeds(compilation, found?.group)];
      }),
    );
    const [appChunk] = appModule === undefined ? [] : chunkGraph.getModuleChunks(appModule);
    const [appGroup] = appChunk?.groupsIterable ?? [];
    return { byScreen, ofApp: chunkNeeds(compilation, appGroup) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A file of ours is a module, or the first of those that webpack has put into one. */
const isOfFile = (module: Module, file: string): boolean =>
  ('resource' in module && module.resource === file) ||
  ('rootModule' in module && isModule(module.rootModule) && isOfFile(module.rootModule, file));
const isModule = (it: unknown): it is Module => typeof it === 'object' && it !== null && 'identifier' in it;

const titlesIn = (locales: Locales, title: string) =>
  Object.fromEntries(Object.entries(locales).map(([language, texts]) => [language, textAt(texts, title)]));

const bothNeeds = (ofApp: Needs, ofScreen: Needs | undefined): Needs => ({
  files: [...new Set([...ofApp.files, ...(ofScreen?.files ?? [])])],
  shared: [...new Set([...ofApp.shared, ...(ofScreen?.shared ?? [])])].sort(),
});

function chunkNeeds(compilation: Compilation, group: ChunkGroup | undefined): Needs {
  const chunks = group?.chunks ?? [];
  const shared = chunks.flatMap((chunk) =>
    [...(compilation.chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? [])]
      .filter(isConsumed)
      .map((module) => module.options.shareKey),
  );
  return { files: chunks.flatMap((chunk) => [...chunk.files]), shared };
}
