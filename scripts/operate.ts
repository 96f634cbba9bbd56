// `npm run operate -- <command>`: the one door to what an operator runs on an installation. Without a command it lists
// them.
import { operatorCommands } from '../tooling/operate/commands.mjs';
import { nearestCommand, operatorHelp } from '../tooling/operate/help.ts';

const [name] = process.argv.slice(2);
const command = operatorCommands.find((it) => it.name === name);
if (command !== undefined) {
  // The script finds its arguments where they stand when it is started by itself.
  process.argv.splice(2, 1);
  await import(`./${command.file}`);
} else if (name === undefined || name === '--help') {
  console.log(operatorHelp());
} else {
  console.error(
    `There is no command “${name}”. Is it “${nearestCommand(name)}”? \`npm run operate\` lists all of them.`,
  );
  process.exitCode = 2;
}
