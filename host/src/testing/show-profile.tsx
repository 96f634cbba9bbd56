import { renderRoutes, type Screen, type SignedInAs } from '@parlance/shared/testing';
import { readRegistry } from '../remotes/known/registry.ts';
import { plainLoader } from './loaders.ts';
import { routesFor } from '../frame/routes.tsx';
import { registryLine } from './registry-lines.ts';

const registry = readRegistry([registryLine('chat', [{ id: 'home', path: '/' }])]);
const Empty = () => null;
const loader = plainLoader({ ready: () => Empty, load: () => Promise.resolve(Empty) });

/** Opens the profile in its shell, with somebody signed in. */
export const showProfile = (session?: SignedInAs, path = '/profile'): Screen =>
  renderRoutes(routesFor({ registry, loader }), { path, ...(session === undefined ? {} : { session }) });
