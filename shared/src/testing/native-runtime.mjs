import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);

/**
 * Loads tests with Node's own loader, which runs our TypeScript as it is. Jest's runtime gives every test file a world
 * of its own and loads all of the server into it anew: two to three seconds of a processor for each of two hundred
 * files. Here a worker loads a module once. Stateful modules are then shared by the files of a worker, as they are by
 * the requests of a process; no module can be mocked.
 */
class NativeRuntime extends JestRuntime {
  /** Loads the framework anew for each test file: it keeps its state in its module. */
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
