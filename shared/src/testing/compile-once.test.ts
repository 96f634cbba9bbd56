/** @jest-environment node */
import vm from 'node:vm';
import { compileOnce } from './compile-once.ts';

type CompiledFunction = (() => unknown) & { readonly cachedData?: Buffer; readonly cachedDataRejected?: boolean };

/** Node’s own functions, as this process began with them or has changed them for its pages. */
function ownVm() {
  const own = { compileFunction: vm.compileFunction, SourceTextModule: vm.SourceTextModule };
  compileOnce(own);
  const compile = (text: string, filename?: string, parameters: string[] = []) =>
    // What compileFunction adds to a function.
    own.compileFunction(text, parameters, filename === undefined ? {} : { filename }) as CompiledFunction;
  return { ...own, compile };
}

test('a file is compiled once, and its code is taken for the next world', () => {
  const { compile } = ownVm();
  expect(compile('return 1', 'a.js')()).toBe(1);
  const again = compile('return 1', 'a.js');
  expect([again(), again.cachedDataRejected]).toEqual([1, false]);
});

test('another text, another file, other parameters and a text of no file are compiled anew', () => {
  const { compile } = ownVm();
  compile('return 1', 'a.js');
  for (const [made, result] of [
    [compile('return 1', 'a.js', ['one']), 1],
    // As long as the text before, which is all that V8 compares.
    [compile('return 2', 'a.js'), 2],
    [compile('return 1', 'b.js'), 1],
    [compile('return 1'), 1],
  ] as const)
    expect([made(), made.cachedDataRejected]).toEqual([result, undefined]);
});

test('the modules of a file share their code, and no variable', async () => {
  const { SourceTextModule } = ownVm();
  const load = async (text: string, identifier?: string) => {
    const made = new SourceTextModule(text, identifier === undefined ? {} : { identifier });
    await made.link(() => Promise.reject(new Error('It imports nothing.')));
    await made.evaluate();
    return made.namespace as { count: number; add: () => void }; // what the text exports
  };
  const text = 'export let count = 0; export const add = () => { count += 1; };';
  const [first, second] = [await load(text, 'c.js'), await load(text, 'c.js')];
  first.add();
  expect([first.count, second.count]).toEqual([1, 0]);
  expect((await load(text.replace('+= 1', '+= 2'), 'c.js')).count).toBe(0);
  expect((await load(text)).count).toBe(0);
});
