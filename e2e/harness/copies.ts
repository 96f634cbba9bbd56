import type { Visitor } from './visitor.ts';

/** Code that a library's implementation holds and its users do not: a second copy on the page is a second match. */
const marks = {
  react: /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=[^=]/,
  'react-dom': /rendererPackageName:\s*"react-dom"/,
  'react-router': /__reactRouterVersion\s*=[^=]/,
  i18next: /\bpluralResolver\b/,
  'session store': /Invalid profile response/,
};
type Copies = Readonly<Record<keyof typeof marks | 'renderers', number>>;

/** Things that must exist once on a page. */
export const oneOfEach: Copies = {
  react: 1,
  'react-dom': 1,
  'react-router': 1,
  i18next: 1,
  'session store': 1,
  renderers: 1,
};

type WithHook = { readonly __REACT_DEVTOOLS_GLOBAL_HOOK__: { readonly renderers: readonly string[] } };

/** Makes each further page of the visitor count the renderers that register with React's tools. */
export const countRenderers = ({ context }: Visitor): Promise<unknown> =>
  context.addInitScript(() => {
    const renderers: string[] = [];
    const hook = {
      isDisabled: false,
      supportsFiber: true,
      renderers,
      inject: (renderer: { rendererPackageName: string }) => renderers.push(renderer.rendererPackageName),
      onCommitFiberRoot() {},
      onCommitFiberUnmount() {},
    };
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });

const textOf = new Map<string, Promise<string>>();
function read(address: string): Promise<string> {
  const text = textOf.get(address) ?? fetch(address).then((answer) => answer.text());
  textOf.set(address, text);
  return text;
}

/**
 * Counts how many scripts requested by the visitor's pages contain each of them, and how many renderers the page has
 * now.
 */
export async function copiesOn({ page, requested }: Visitor): Promise<Copies> {
  const addresses = [...new Set(requested)].filter((address) => new URL(address).pathname.endsWith('.js'));
  const scripts = await Promise.all(addresses.map(read));
  const renderers = await page.evaluate(
    () => (globalThis as unknown as WithHook).__REACT_DEVTOOLS_GLOBAL_HOOK__.renderers.length,
  ); // countRenderers has put it there
  const holding = Object.entries(marks).map(([name, mark]) => [
    name,
    scripts.filter((script) => mark.test(script)).length,
  ]);
  return { ...(Object.fromEntries(holding) as Omit<Copies, 'renderers'>), renderers }; // the names of `marks`
}
