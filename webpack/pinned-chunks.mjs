import MiniCssExtractPlugin from 'mini-css-extract-plugin';

/**
 * Where the host keeps the integrity of every file of every remote. A symbol, because no id in user content can put
 * something else there. The host fills it in `host/src/remotes/integrity.ts`.
 */
const pins = `globalThis[Symbol.for('parlance.integrity')]`;

/** Makes a remote load its own chunks and styles only with the integrity the registry gives; a missing pin throws. */
export class PinnedChunks {
  apply(compiler) {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap('PinnedChunks', (compilation) => {
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap('PinnedChunks', (code) => `${code}\nscript.integrity = ${pins}(script.src);`);
      const { beforeTagInsert } = MiniCssExtractPlugin.getCompilationHooks(compilation);
      beforeTagInsert.tap('PinnedChunks', (code, names) => `${code}\n${names.tag}.integrity = ${pins}(${names.tag}.href);`);
    });
  }
}
