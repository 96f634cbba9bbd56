import { rmSync } from 'node:fs';
import path from 'node:path';
import { hostPrograms } from '../tooling/build/programs.ts';

const directory = import.meta.dirname;

export default (_, { mode }) => {
  const development = mode === 'development';
  // Several programs share the folder, so none of them may empty it for itself.
  if (!development) rmSync(path.join(directory, 'dist'), { recursive: true, force: true });
  return hostPrograms({ directory, development });
};
