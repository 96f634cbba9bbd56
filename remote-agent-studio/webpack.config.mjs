import { remoteConfig } from '../tooling/build/programs.mjs';
import declaration from './remote.ts';

export default (_, { mode }) =>
  remoteConfig({ directory: import.meta.dirname, declaration, development: mode === 'development' });
