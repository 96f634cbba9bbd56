import { type Capability, type Provider, capabilities } from './exchange.ts';

/** The capabilities that were proven, by the name of their provider. */
export type Proof = ReadonlyMap<string, ReadonlySet<Capability>>;

const [begin, end] = ['<!-- matrix: begin -->', '<!-- matrix: end -->'];
const names = Object.keys(capabilities) as Capability[]; // the keys of the literal

/** Returns the table of providers and capabilities. */
export function matrixOf(providers: readonly Provider[], proven: Proof): string {
  const rows = names.map((name) => [
    capabilities[name],
    ...providers.map((provider) =>
      proven.get(provider.name)?.has(name) === true ? '✓' : provider.lacks.includes(name) ? '–' : '',
    ),
  ]);
  const lines = [['', ...providers.map(({ name }) => name)], ['---', ...providers.map(() => ':-:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Returns a page with its tables replaced; the words around them are written by hand. */
export function withMatrix(page: string, tables: readonly string[]): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/models.md must hold “${begin}” and “${end}”; the table goes between them.`);
  return `${before}${begin}\n\n${tables.join('\n')}\n${end}${after}`;
}
