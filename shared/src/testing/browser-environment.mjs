import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-jsdom';
import { compileOnce } from './compile-once.ts';

compileOnce(vm);

/**
 * The roles of ARIA, by which elements are found: a hundred modules of constants, which Jest would load anew for each
 * test file. A worker loads them once; roles-of-aria.cjs serves them to every importer of the package.
 */
const libraryOfQueries = createRequire(import.meta.url).resolve('@testing-library/dom');
const rolesOfAria = createRequire(libraryOfQueries)('aria-query');

/** Globals of a browser that jsdom lacks, or has in a form that Node's fetch refuses. */
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextDecoderStream',
  'TextEncoderStream',
  'CompressionStream',
  'DecompressionStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'Uint8Array',
  'ArrayBuffer',
  'Blob',
  'File',
];

/** A MessageChannel of timers: React's scheduler posts to one, and Node's own keeps the process, and so Jest, alive. */
class TimerMessageChannel {
  constructor() {
    const port = () => {
      const self = { onmessage: null, other: null, close() {}, start() {} };
      self.postMessage = (data) => setTimeout(() => self.other.onmessage?.({ data }), 0).unref?.();
      return self;
    };
    this.port1 = port();
    this.port2 = port();
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

/**
 * Creates channels that end with their page: Node's own would still hear the pages of later tests, and keep the process
 * alive.
 */
function channelsOfPage() {
  const open = [];
  class PageBroadcastChannel extends BroadcastChannel {
    constructor(name) {
      super(name);
      this.unref();
      open.push(this);
    }
  }
  return { PageBroadcastChannel, closeAll: () => open.forEach((channel) => channel.close()) };
}

/**
 * Makes addEventListener accept Node's AbortSignal, which jsdom refuses as an option; the same effect without the
 * option.
 */
function acceptNodeSignals(target) {
  const { addEventListener } = target;
  target.addEventListener = function listen(type, listener, options) {
    if (!(options?.signal instanceof AbortSignal)) return addEventListener.call(this, type, listener, options);
    const { signal, ...rest } = options;
    if (signal.aborted) return undefined;
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true });
    return addEventListener.call(this, type, listener, rest);
  };
}

/** Silences jsdom's report of every failed XMLHttpRequest; some tests are about failures. */
function withoutFailedRequests(console) {
  return Object.assign(Object.create(console), {
    error: (first, ...rest) => first?.type === 'XMLHttpRequest' || console.error(first, ...rest),
  });
}

export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, { ...context, console: withoutFailedRequests(context.console) });
  }

  async setup() {
    await super.setup();
    this.global.rolesOfAria = rolesOfAria;
    for (const name of fromNode) this.global[name] = globalThis[name];
    Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto, configurable: true });
    this.global.MessageChannel = TimerMessageChannel;
    this.channels = channelsOfPage();
    this.global.BroadcastChannel = this.channels.PageBroadcastChannel;
    acceptNodeSignals(this.global.EventTarget.prototype);
    acceptNodeSignals(this.global); // jest-environment-jsdom gives the window its own addEventListener
  }

  async teardown() {
    this.channels.closeAll();
    await super.teardown();
  }
}
