export declare const packageManager: string;
