import type { ESLint } from 'eslint';

/** The floors of the server, from the ground up. */
export declare const floors: readonly string[];
/** A row of the table: its sentence, and a file with a source that it refuses and one that it lets through. */
export declare const importTable: readonly {
  rule: string;
  refuses: [file: string, source: string];
  allows: [file: string, source: string];
}[];
/** The plugin that holds the table, and that no file is a barrel. */
export declare const houseRules: ESLint.Plugin;
