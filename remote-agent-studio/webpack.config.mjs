import { remoteConfig } from '../webpack.base.mjs';
import declaration from './remote.ts';

export default (_, { mode }) =>
  remoteConfig({ directory: import.meta.dirname, declaration, development: mode === 'development' });
