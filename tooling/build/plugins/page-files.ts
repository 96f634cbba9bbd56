import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiler } from 'webpack';
import { languages } from '../../../shared/src/contract/values/language.ts';

const pages = ['shell.html', 'login.html', 'form.html', 'operator.html', 'favicon.svg'];

/**
 * Puts what the web service needs besides programs into the host's build: the pages, and the texts of host and shared
 * in each language, so that the build can be served from anywhere.
 */
export class PageFiles {
  readonly #directory: string;
  readonly #shared: string;

  constructor({ directory, shared }: { readonly directory: string; readonly shared: string }) {
    this.#directory = directory;
    this.#shared = shared;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PageFiles', (compilation) => {
      const read = (file: string) => {
        compilation.fileDependencies.add(file);
        return readFileSync(file, 'utf8');
      };
      const texts = (directory: string, language: string): unknown =>
        JSON.parse(read(path.join(directory, 'locales', `${language}.json`)));
      compilation.hooks.processAssets.tap(
        { name: 'PageFiles', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          for (const page of pages)
            compilation.emitAsset(page, new sources.RawSource(read(path.join(this.#directory, 'pages', page))));
          for (const language of languages) {
            const both = { host: texts(this.#directory, language), shared: texts(this.#shared, language) };
            compilation.emitAsset(`texts/${language}.json`, new sources.RawSource(JSON.stringify(both)));
          }
        },
      );
    });
  }
}
