import { createInstance, getInstance } from '@module-federation/enhanced/runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/**
 * The key under which a remote's build finds the runtime (tooling/build/programs.mjs): a name user content cannot take.
 */
const runtimeKey = Symbol.for('parlance.federation');

/** The object webpack passes to every module of a federated program; it is documented for plugins and has no types. */
declare const __webpack_require__: {
  federation: { runtime: object; bundlerRuntime: object; attachShareScopeMap: unknown };
};

/**
 * Returns this page's own federation instance. Read it before a remote is loaded, because each remote makes one of its
 * own.
 */
export function hostInstance(): NonNullable<ReturnType<typeof getInstance>> {
  const instance = getInstance();
  if (instance === null)
    throw new Error('The host has no federation instance: it was built without ModuleFederationPlugin.');
  return instance;
}

/** Offers the remotes the part of the federation runtime that every entry would bundle again: 4.5 KB each. */
export function offerFederationRuntime(): void {
  const { runtime, bundlerRuntime, attachShareScopeMap } = __webpack_require__.federation;
  const offered = Object.freeze({
    // `init` would take the instance of this build, the host's, for the remote's own.
    runtime: { ...runtime, init: createInstance },
    // A build that exposes nothing, as the host's, leaves out the code that starts a container.
    bundlerRuntime: { ...bundlerRuntime, initContainerEntry },
    attachShareScopeMap,
    bundlerRuntimeOptions: Object.freeze({}),
  });
  Object.defineProperty(globalThis, runtimeKey, { value: offered, writable: false, configurable: false });
}
