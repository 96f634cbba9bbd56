export type OperatorCommand = {
  readonly name: string;
  /** What follows the name, as the help shows it. */
  readonly parameters: string;
  readonly summary: string;
  /** In scripts/. */
  readonly file: string;
};
export declare const operatorCommands: readonly OperatorCommand[];
