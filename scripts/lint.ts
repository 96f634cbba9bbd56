// `npm run lint`: the whole workspace against eslint.config.mjs. No warning is tolerated, so none piles up.
import { runNode } from './workspace.ts';

const { code } = await runNode('node_modules/eslint/bin/eslint.js', ['.', '--max-warnings', '0', ...process.argv.slice(2)], { show: true });
if (code === 0) console.log('Lint finds nothing.');
process.exitCode = code;
