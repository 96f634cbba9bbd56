// `npm run format`: formats every source file, or the files and folders named after it, in place (.oxfmtrc.json).
import { runNode } from '../tooling/workspace.ts';

const places = process.argv.slice(2);
const { code } = await runNode('node_modules/oxfmt/bin/oxfmt', ['--no-error-on-unmatched-pattern', ...places], {
  show: true,
});
process.exitCode = code;
