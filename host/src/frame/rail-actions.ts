import type { RegistryEntry } from '@parlance/shared/remote/registry';

/** The main action of a remote: a link above the navigation. */
export type RailAction = { readonly to: string; readonly title: string; readonly icon: string };

/**
 * Returns the actions that remotes declare, titled in a language, else in English. They are data: nothing is fetched
 * for them.
 */
export const actionsOf = (remotes: readonly RegistryEntry[], language: string): readonly RailAction[] =>
  remotes.flatMap(({ remote: { name, rail } }) =>
    rail?.action === undefined
      ? []
      : [
          {
            to: rail.action.to,
            icon: rail.action.icon,
            title: rail.action.titles[language] ?? rail.action.titles.en ?? name,
          },
        ],
  );
