import type { CompileFunctionOptions, SourceTextModuleOptions } from 'node:vm';

type Vm = {
  compileFunction: (typeof import('node:vm'))['compileFunction'];
  SourceTextModule: (typeof import('node:vm'))['SourceTextModule'];
};
/** Source: https://nodejs.org/api/vm.html#sourcetextmodulecreatecacheddata */
type Cacheable = { createCachedData: () => Buffer };

/**
 * Makes `vm` compile each file once a process. Every test file has a world of its own, for which Jest compiles React
 * and some three hundred other files anew; with the code of the first time V8 has nothing to parse. `vm` is `node:vm`,
 * in which Jest looks up what it calls.
 */
export function compileOnce(vm: Vm): void {
  const { compileFunction, SourceTextModule } = vm;
  /** The text and the code of each file, by the way it is compiled. V8 itself compares no more than the length. */
  const compiled = new Map<string, { readonly text: string; readonly code: Buffer }>();
  const codeOf = (key: string, text: string): Buffer | undefined => {
    const known = compiled.get(key);
    return known?.text === text ? known.code : undefined;
  };

  vm.compileFunction = (text, parameters = [], options: CompileFunctionOptions = {}) => {
    const { filename } = options;
    if (filename === undefined) return compileFunction(text, parameters, options);
    const key = `${filename}(${parameters.join()})`;
    const cachedData = codeOf(key, text);
    if (cachedData !== undefined) return compileFunction(text, parameters, { ...options, cachedData });
    // oxlint-disable-next-line typescript/no-deprecated -- a compiled function gives its code in no other way
    const made = compileFunction(text, parameters, { ...options, produceCachedData: true });
    if (made.cachedData !== undefined) compiled.set(key, { text, code: made.cachedData });
    return made;
  };

  vm.SourceTextModule = class extends SourceTextModule {
    constructor(text: string, options: SourceTextModuleOptions = {}) {
      const { identifier } = options;
      const cachedData = identifier === undefined ? undefined : codeOf(identifier, text);
      super(text, cachedData === undefined ? options : { ...options, cachedData });
      if (identifier === undefined || cachedData !== undefined) return;
      const { createCachedData } = this as unknown as Cacheable; // missing in @types/node
      compiled.set(identifier, { text, code: createCachedData.call(this) });
    }
  };
}
