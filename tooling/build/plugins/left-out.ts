import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const instead = fileURLToPath(new URL('./no-fetch-adapter.mjs', import.meta.url));

/**
 * Leaves the `fetch` of axios out of a program: 3.6 KB of each that brings axios. The tests do without it too
 * (tooling/test/jest.ts).
 */
export const withoutFetchAdapter = (): webpack.NormalModuleReplacementPlugin =>
  new webpack.NormalModuleReplacementPlugin(/[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/, instead);
