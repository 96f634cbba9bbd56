import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The state that Jest's framework leaves behind, by the descriptions of its symbols: the next file would run the
 * handlers of the previous one.
 */
const ofTheFramework = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/**
 * The worker itself: its globals are those of the tests. State that Jest and a file leave there, visible to others, is
 * removed with the file. Belongs to native-runtime.mjs, which says why.
 */
export default class NativeEnvironment {
  global = globalThis;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { console, process } = globalThis;
    this.before = {
      console: Object.getOwnPropertyDescriptor(globalThis, 'console'),
      exit: process.exit,
      env: { ...process.env },
      cwd: process.cwd(),
      log: console,
    };
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, env, cwd } = this.before;
    Object.defineProperty(globalThis, 'console', console);
    process.exit = exit;
    if (process.cwd() !== cwd) process.chdir(cwd);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (ofTheFramework.has(symbol.description)) delete globalThis[symbol];
  }
}
