import { rmSync } from 'node:fs';
import path from 'node:path';
import { earlyConfig, formConfig, hostConfig, loginConfig, operatorConfig, paintedConfig } from '../webpack.base.mjs';

const directory = import.meta.dirname;

export default (_, { mode }) => {
  const development = mode === 'development';
  // Several programs share the folder, so none of them may empty it for itself.
  if (!development) rmSync(path.join(directory, 'dist'), { recursive: true, force: true });
  return [
    hostConfig({ directory, development }),
    loginConfig({ directory, development }),
    formConfig({ directory, development }),
    earlyConfig({ directory, development }),
    paintedConfig({ directory, development }),
    operatorConfig({ directory, development }),
  ];
};
