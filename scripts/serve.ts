// `npm run operate -- serve <part>`: one part of the server, or several with commas between them, as a process of its
// own. It takes the settings and the build that are there; `main.ts` reads the part.
import { usageOf } from '../tooling/operate/help.ts';

if (process.argv.includes('--help')) console.log(usageOf('serve'));
else await import('../server/src/main.ts');
