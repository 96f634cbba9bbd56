import { type OperatorCommand, operatorCommands } from './commands.mjs';

const callOf = ({ name, parameters }: OperatorCommand) => `npm run operate -- ${name} ${parameters}`.trimEnd();

/** How a command of the table is called, and what it does. */
export function usageOf(name: string): string {
  return operatorCommands
    .filter((command) => command.name === name)
    .map((command) => `${callOf(command)}\n${command.summary}`)
    .join('\n');
}

/** What `npm run operate` prints: every command with one line, and how to call it. */
export function operatorHelp(): string {
  const width = Math.max(...operatorCommands.map((command) => callOf(command).length));
  const lines = operatorCommands.map((command) => `${callOf(command).padEnd(width)}  ${command.summary}`);
  return ['The commands of an operator:', '', ...lines, '', 'Each of them explains itself with --help.'].join('\n');
}

/** The command whose name takes the fewest changes of a letter to become what was typed. */
export function nearestCommand(typed: string): string {
  const byDistance = operatorCommands.map(({ name }) => ({ name, distance: editDistance(typed, name) }));
  return byDistance.reduce((nearest, it) => (it.distance < nearest.distance ? it : nearest)).name;
}

/** Levenshtein's: letters that are added, left out or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [index, other] of [...to].entries())
      next.push(
        Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
