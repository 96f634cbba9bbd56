declare module '@20minutes/s3rver' {
  type Options = {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    vhostBuckets: boolean;
    configureBuckets: readonly { name: string }[];
  };
  export default class S3rver {
    constructor(options: Options);
    store: { existsObject(bucket: string, key: string): Promise<boolean> };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
