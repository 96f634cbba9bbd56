import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';

/**
 * Where the host keeps the integrity of every file of every remote. A symbol, because no id in user content can put
 * something else there. The host fills it in `host/src/remotes/load/integrity.ts`.
 */
const pins = `globalThis[Symbol.for('parlance.integrity')]`;

/**
 * Whoever asks for a file again does so because it did not arrive or had other bytes, and asks by another address.
 * Until a page has loaded, a browser fetches no address twice for it and gives what came first, which the pin refuses
 * again.
 */
const elsewhereIfAgain = (tag: string, attribute: 'src' | 'href', address: string) => `
var asked = __webpack_require__.asked ??= {};
asked[${address}] = (asked[${address}] ?? 0) + 1;
if (asked[${address}] > 1) ${tag}.${attribute} += '?attempt=' + asked[${address}];`;

/** Makes a remote load its own chunks and styles only with the integrity the registry gives; a missing pin throws. */
export class PinnedChunks {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap('PinnedChunks', (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap(
        'PinnedChunks',
        (code) => `${code}${elsewhereIfAgain('script', 'src', 'url')}\nscript.integrity = ${pins}(script.src);`,
      );
      const { beforeTagInsert } = MiniCssExtractPlugin.getCompilationHooks(compilation);
      beforeTagInsert.tap(
        'PinnedChunks',
        (code, names) =>
          `${code}${elsewhereIfAgain(names.tag, 'href', names.href)}\n${names.tag}.integrity = ${pins}(${names.tag}.href);`,
      );
    });
  }
}
