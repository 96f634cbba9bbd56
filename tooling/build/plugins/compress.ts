import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Compiler } from 'webpack';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const textFile = /\.(js|css|json|svg|html|txt)$/;
/** Below this a compressed answer is not smaller on the wire: one packet either way. */
const smallestWorthCompressing = 512;

/**
 * Puts a `.br` and a `.gz` sibling beside every text file of a build, at the highest quality: it is done once and read
 * often.
 */
export class CompressedSiblings {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('CompressedSiblings', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: 'CompressedSiblings', stage: stage + 1 }, async (assets) => {
        const worthIt = Object.entries(assets).filter(
          ([name, source]) => textFile.test(name) && source.size() >= smallestWorthCompressing,
        );
        await Promise.all(
          worthIt.map(async ([name, source]) => {
            const bytes = Buffer.from(source.buffer());
            const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY };
            const [br, gz] = await Promise.all([brotli(bytes, { params: quality }), gzip(bytes, { level: 9 })]);
            compilation.emitAsset(`${name}.br`, new sources.RawSource(br));
            compilation.emitAsset(`${name}.gz`, new sources.RawSource(gz));
          }),
        );
      });
    });
  }
}
