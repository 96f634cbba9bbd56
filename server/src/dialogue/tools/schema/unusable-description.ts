import type { ToolFault } from '@parlance/shared/contract/api/tools';

export type DescriptionFault = Extract<
  ToolFault,
  'schema' | 'too-large' | 'elsewhere' | 'circle' | 'no-document' | 'no-openapi' | 'no-operation' | 'no-server'
>;

/** Why a description cannot be used. The fault is for people, the message for developers. */
export class UnusableDescription extends Error {
  override name = 'UnusableDescription';
  readonly fault: DescriptionFault;
  /** The JSON pointer to what is wrong; undefined if that is no single place. */
  readonly at: string | undefined;

  constructor(fault: DescriptionFault, message: string, at?: string) {
    super(message);
    this.fault = fault;
    this.at = at;
  }
}
