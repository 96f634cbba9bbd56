import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);

/**
 * Loads tests with Node's own loader, which runs our TypeScript as it is. Jest's runtime gives every file of tests a
 * world of its own and loads all of the server into it anew: two to three seconds of a processor for each of two
 * hundred files. Here a worker loads a module once. Modules that keep something are then shared by the files of a
 * worker, as they are by the requests of a process; no module can be put in place of another.
 */
class NativeRuntime extends JestRuntime {
  /** The framework keeps its state in its module: each file of tests has its own. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  async unstable_importModule(file) {
    globalThis.jest = this.jestGlobals.jestObjectFor(file);
    return import(pathToFileURL(file).href);
  }
}

export { NativeRuntime as 'module.exports' };
