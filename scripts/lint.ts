// `npm run lint`: the whole workspace. How files are formatted is in .oxfmtrc.json (`npm run format` mends it). What
// asks the compiler, or other files, is in .oxlintrc.json, everything else in eslint.config.mjs. No warning is
// tolerated, so none piles up. Words after it are files or folders to lint alone.
import { runNode } from '../tooling/workspace.ts';

const wishes = process.argv.slice(2);
const places = wishes.length === 0 ? ['.'] : wishes;

const linters = [
  ['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern'],
  ['node_modules/oxlint/bin/oxlint', '--no-error-on-unmatched-pattern'],
  ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0'],
] as const;

let worst = 0;
for (const [linter, ...options] of linters) {
  const { code } = await runNode(linter, [...options, ...places], { show: true });
  worst = Math.max(worst, code);
}
if (worst === 0) console.log('Lint finds nothing.');
process.exitCode = worst;
