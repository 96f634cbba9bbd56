export type RecognitionTables = {
  recognized_pages: {
    file_id: string;
    /** Counted from 1. */
    page: number;
    organization_id: string;
    /** The storage key of the bytes that it is a page of: a file that is replaced has others. */
    bytes_key: string;
    /** Null until it has been recognised; empty if there is nothing to read on it. */
    text: string | null;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends RecognitionTables {}
}
