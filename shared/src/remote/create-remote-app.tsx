import type { ComponentType, ReactNode } from 'react';
import type { RemoteDeclaration } from './declaration.ts';
import type { PaletteSource } from './palette-source.ts';

type ScreenModule = { readonly default: ComponentType };
type LoadScreen = () => Promise<ScreenModule>;

type LoadPalette = () => Promise<{ readonly default: PaletteSource }>;

/**
 * The `./app` of a remote as the host sees it: a loader for each screen id, and the parts that the remote declares.
 * This type only grows.
 */
export type RemoteApp = {
  readonly screens: Readonly<Record<string, LoadScreen>>;
  readonly rail?: LoadScreen;
  readonly palette?: LoadPalette;
};

type Bindings<R extends RemoteDeclaration> = { readonly [Id in R['screens'][number]['id']]: LoadScreen };
/** The parts of a remote. One that is declared and not bound, or bound and not declared, does not compile either. */
type Parts<R extends RemoteDeclaration> = (R['rail'] extends object
  ? { readonly rail: LoadScreen }
  : { readonly rail?: never }) &
  (R['palette'] extends object ? { readonly palette: LoadPalette } : { readonly palette?: never });
type Options = {
  /**
   * Wraps every screen of the remote, for what they have in common. A remote that uses the ui tiers passes the
   * ThemeProvider of its own tier, so that it looks the same in a host of another version; a remote that does not use
   * them never fetches them.
   */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
};

/**
 * Binds every declared screen to the file that renders it, and nothing else: a screen that is declared and not bound,
 * or bound and not declared, does not compile.
 */
export function createRemoteApp<const R extends RemoteDeclaration>(
  _remote: R,
  bindings: Bindings<R>,
  ...[options]: object extends Parts<R> ? [options?: Options & Parts<R>] : [options: Options & Parts<R>]
): RemoteApp {
  const { around: Around = Bare, rail, palette }: Options & Pick<RemoteApp, 'rail' | 'palette'> = options ?? {};
  const surrounded = ({ default: Screen }: ScreenModule): ScreenModule => ({
    default: function SurroundedScreen() {
      return (
        <Around>
          <Screen />
        </Around>
      );
    },
  });
  const screens = Object.entries<LoadScreen>(bindings).map(([id, load]): [string, LoadScreen] => [
    id,
    rememberSuccess(async () => surrounded(await load())),
  ]);
  return {
    screens: Object.fromEntries(screens),
    ...(rail === undefined ? {} : { rail: rememberSuccess(async () => surrounded(await rail())) }),
    ...(palette === undefined ? {} : { palette }),
  };
}

function Bare({ children }: { readonly children: ReactNode }) {
  return children;
}

/**
 * Caches a successful load: the same component on every call, so that React keeps its state; a failure is dropped, so
 * that a retry can succeed.
 */
function rememberSuccess(load: LoadScreen): LoadScreen {
  let loading: Promise<ScreenModule> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
