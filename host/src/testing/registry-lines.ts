import type { RegistryEntry } from '@parlance/shared/remote/registry';

type ScreenOptions = Partial<RegistryEntry['remote']['screens'][number]> & {
  readonly id: string;
  readonly path: string;
};

/** Returns a line of the registry as a build writes it. */
export function registryLine(
  name: string,
  screens: readonly ScreenOptions[],
  reserved: RegistryEntry['remote']['reserved'] = [],
): RegistryEntry {
  return {
    base: `/remotes/${name}/1.0.0-abc/`,
    remote: {
      name,
      version: '1.0.0-abc',
      surface: '1.0',
      entry: 'entry.js',
      container: `parlance_${name}_0f`,
      screens: screens.map((screen) => ({
        children: [],
        titles: { en: `${screen.id} title` },
        frame: 'shell',
        first: [],
        outline: { parts: ['title'] },
        files: [],
        shared: [],
        ...screen,
      })),
      reserved,
      locales: { en: 'locales/en.json' },
      integrity: { 'entry.js': 'sha384-entry', 'screen.js': 'sha384-screen', 'locales/en.json': 'sha384-texts' },
    },
  };
}
