import { remoteConfig } from '../webpack.base.mjs';
import declaration from './remote.ts';

export default (_, { mode }) => {
  const config = remoteConfig({ directory: import.meta.dirname, declaration, development: mode === 'development' });
  // A document is its text; the screen that shows it reads the markdown.
  config.module.rules.push({ test: /\.md$/, type: 'asset/source' });
  return config;
};
