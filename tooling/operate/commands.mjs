// The commands that an operator runs on an installation, and the script in scripts/ that does each of them. Plain
// JavaScript, because scripts/run.mjs reads it before anything is installed.

export const operatorCommands = [
  {
    name: 'serve',
    parameters: '[all|api|charts|payment|web|worker]',
    summary: 'Starts one part of the server, or several with commas between them, as a process of its own.',
    file: 'serve.ts',
  },
  {
    name: 'migrate',
    parameters: '',
    summary: 'Brings the schema of the database up to date, before processes of a new release start.',
    file: 'migrate.ts',
  },
  {
    name: 'backup',
    parameters: '<folder or file>',
    summary: 'Saves database, files and keys into one file.',
    file: 'backup.ts',
  },
  {
    name: 'restore',
    parameters: '<file> [--replace]',
    summary: 'Puts a backup back into an installation that is stopped.',
    file: 'restore.ts',
  },
  {
    name: 'move',
    parameters: '<DATABASE_URL> [--replace]',
    summary: 'Moves the embedded database into PostgreSQL.',
    file: 'move.ts',
  },
  {
    name: 'ship',
    parameters: '<remote> [<to some>]',
    summary: 'Builds one remote and has the running program serve it.',
    file: 'ship.ts',
  },
  {
    name: 'rollback',
    parameters: '<remote>',
    summary: 'Has the running program serve the release before.',
    file: 'rollback.ts',
  },
  {
    name: 'releases',
    parameters: 'list | log | give | off | on | gate',
    summary: 'Lists the releases of remotes, and decides who gets which.',
    file: 'releases.ts',
  },
  {
    name: 'invoices',
    parameters: 'list | paid <number> | void <number>',
    summary: 'Lists invoices, and marks one as paid or void.',
    file: 'invoices.ts',
  },
];
