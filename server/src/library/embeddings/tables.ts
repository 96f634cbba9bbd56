export type EmbeddingTables = {
  /** What passages mean, to be compared fast. Written by the system only. */
  passage_codes: {
    passage_id: string;
    organization_id: string;
    file_id: string;
    model: string;
    /** A bit(1024); see vector-code.ts. */
    code: string;
  };
  /** What passages mean, to be compared well. Written by the system only. */
  passage_vectors: {
    passage_id: string;
    organization_id: string;
    /** See stored-vector.ts. */
    vector: Buffer;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends EmbeddingTables {}
}
