/** Settings that lead the web service to what is built in development. */
export declare const developmentSettings: { readonly HOST_DIR: string; readonly REGISTRY_FILE: string };
/**
 * Starts the development server; resolves when the first build is done. `web` is the origin of the web service behind
 * it, `only` the folder of the remote that is developed alone.
 */
export declare function startDevelopment(options: {
  host?: string;
  port: number;
  web: string;
  only?: string | undefined;
}): Promise<{ close(): Promise<void> }>;
