/**
 * Statements that a migration must not contain for the previous release's sake, which serves on while it runs and after
 * it: removing what that release names, or requiring of its rows what it does not write. A column is dropped in the
 * release after the one that stopped using it.
 */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(?:table|view|materialized view|column|type|schema)\b/i, 'takes away what the release before reads'],
  [/\brename\b/i, 'takes away the name that the release before uses'],
  [
    /\balter\s+column\s+"?\w+"?\s+(?:set\s+data\s+)?type\b/i,
    'changes the type of a column, for which the release before has prepared statements',
  ],
  [/\balter\s+column\s+"?\w+"?\s+set\s+not\s+null\b/i, 'asks for a value that the release before may leave out'],
  [/\balter\s+column\s+"?\w+"?\s+drop\s+default\b/i, 'asks for a value that the release before leaves out'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?"?\w+"?\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
    'adds a column that the release before leaves out',
  ],
];

/** Written in the line before a statement that breaks nothing all the same, with the reason. */
const excuse = /^--\s*The release before does without: \S/i;

/** Returns the statements of a migration that would break the previous release, each with its effect. */
export function breaksReleaseBefore(migration: string): string[] {
  const lines = migration.split('\n');
  const kept = lines.map((line, at) => (excuse.test(lines[at - 1]?.trim() ?? '') ? '' : line.replace(/--.*$/, '')));
  return kept
    .join('\n')
    .split(';')
    .flatMap((statement) =>
      breaking
        .filter(([pattern]) => pattern.test(statement))
        .map(([, what]) => `“${statement.trim().replace(/\s+/g, ' ').slice(0, 100)}” ${what}.`),
    );
}
