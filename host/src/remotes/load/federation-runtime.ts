import { createInstance, getInstance } from '@module-federation/enhanced/runtime';
import { attachShareScopeMap, bundlerRuntime, runtime } from '@module-federation/webpack-bundler-runtime/bundler';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/**
 * The key under which a remote's build finds the runtime (tooling/build/programs.ts): a name user content cannot take.
 */
const runtimeKey = Symbol.for('parlance.federation');

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

/** Offers the remotes the federation runtime, which every entry would bundle again: 18 KB each (docs/adr/0001). */
export function offerFederationRuntime(): void {
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
