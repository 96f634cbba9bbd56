import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from '../workspace.ts';

/** Sources that the rules of React's hooks and of its compiler refuse, one for each. */
const refused: Readonly<Record<string, string>> = {
  'rules-of-hooks': `import { useState } from 'react'; export function Page({ is }: { is: boolean }) { if (is) useState(0); return <p>a</p>; }`,
  'exhaustive-deps': `import { useEffect } from 'react'; export function Page({ name }: { name: string }) { useEffect(() => { document.title = name; }, []); return <p>{name}</p>; }`,
  'error-boundaries': `export function Page() { try { return <p>a</p>; } catch { return null; } }`,
  globals: `let count = 0; export function Page() { count = 1; return <p>{count}</p>; }`,
  immutability: `export function Page(props: { list: number[] }) { props.list = []; return <p>{props.list}</p>; }`,
  'incompatible-library': `import { useVirtualizer } from '@tanstack/react-virtual'; export function Page() { const rows = useVirtualizer({ count: 1 }); return <p>{rows.getTotalSize()}</p>; }`,
  'preserve-manual-memoization': `import { useId, useMemo } from 'react'; export function useList(name: string) { const list: string[] = []; useId(); list.push(name); return useMemo(() => [list], [list]); }`,
  purity: `export function Page() { const now = Date.now(); return <p>{now}</p>; }`,
  refs: `import { useRef } from 'react'; export function Page() { const box = useRef(0); box.current = 1; return <p>a</p>; }`,
  'set-state-in-effect': `import { useEffect, useState } from 'react'; export function Page() { const [a, setA] = useState(0); useEffect(() => { setA(1); }, []); return <p>{a}</p>; }`,
  'set-state-in-render': `import { useState } from 'react'; export function Page() { const [a, setA] = useState(0); setA(a + 1); return <p>{a}</p>; }`,
  'static-components': `export function Page() { const Part = () => <p>a</p>; return <Part />; }`,
  'unsupported-syntax': `export function Page() { eval('1'); return <p>a</p>; }`,
  'use-memo': `import { useMemo } from 'react'; export function Page() { const value = useMemo(async () => 1, []); return <p>{String(value)}</p>; }`,
};

/** Reads the rules for browser files from the configuration: our own file, without its comments. */
const { overrides } = JSON.parse(
  readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
) as {
  overrides: { files: string[]; rules: Record<string, string> }[];
};
const ofReact = overrides.filter(({ rules }) => Object.keys(rules).some((rule) => rule.startsWith('react/')));
type Diagnostics = { diagnostics: { code: string; filename: string }[] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-react-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every rule of React bites', async () => {
  const config = path.join(folder, '.oxlintrc.json');
  const rules = ofReact[0]?.rules;
  writeFileSync(config, JSON.stringify({ plugins: ['react'], categories: { correctness: 'off' }, rules }));
  for (const [rule, source] of Object.entries(refused)) writeFileSync(path.join(folder, `${rule}.tsx`), `${source}\n`);
  const { output } = await run(process.execPath, [
    path.join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    config,
    '--format',
    'json',
    folder,
  ]);
  const { diagnostics } = JSON.parse(output) as Diagnostics; // oxlint --format json
  const found = new Set(diagnostics.map(({ code, filename }) => `${path.basename(filename, '.tsx')}: ${code}`));
  const bites = (rule: string) => ['react', 'react-hooks'].some((plugin) => found.has(`${rule}: ${plugin}(${rule})`));
  expect(Object.keys(refused).filter((rule) => !bites(rule))).toEqual([]);
});

test('the rules that are shown to bite hold for all that runs in a browser', () => {
  expect(ofReact.map(({ files }) => files)).toEqual([['{host,remote-*,shared}/**/*.{ts,tsx}']]);
  expect(ofReact[0]?.rules).toEqual(Object.fromEntries(Object.keys(refused).map((rule) => [`react/${rule}`, 'error'])));
});
