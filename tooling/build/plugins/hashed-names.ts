import type { Compiler } from 'webpack';

/**
 * The federation plugin asks for the entry's file name before webpack has given every chunk a content hash, and
 * `[contenthash]` then throws. A preset, replaced when webpack hashes the chunk, is enough.
 */
export class HashedEntryNames {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('HashedEntryNames', (compilation) => {
      compilation.hooks.beforeHash.tap('HashedEntryNames', () => {
        for (const chunk of compilation.chunks) chunk.contentHash.javascript ??= 'not-hashed-yet';
      });
    });
  }
}
