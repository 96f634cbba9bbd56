export type OperatorCommand = {
  readonly name: string;
  /** The parameters after the name, as the help shows them. */
  readonly parameters: string;
  readonly summary: string;
  /** The script in scripts/. */
  readonly file: string;
};
export declare const operatorCommands: readonly OperatorCommand[];
