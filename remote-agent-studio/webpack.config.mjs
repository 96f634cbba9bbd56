import { remoteConfig } from '../tooling/build/programs.ts';
import declaration from './remote.ts';

export default (_, { mode }) =>
  remoteConfig({ directory: import.meta.dirname, declaration, development: mode === 'development' });
