import type { Log } from './log.ts';
import { type Observer, observeBy } from './observer.ts';
import type { ScrapeFigures, TelemetrySettings } from './open-telemetry.ts';

export type RunningTelemetry = {
  readonly observer: Observer;
  readonly scrape: ScrapeFigures | null;
  close(): Promise<void>;
};

/** Starts the observer if a setting turns it on; null otherwise, and then nothing of it is loaded. */
export async function startTelemetry(
  settings: TelemetrySettings,
  parts: readonly string[],
  log: () => Log,
): Promise<RunningTelemetry | null> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined && settings.METRICS_PORT === undefined) return null;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  const telemetry = await startOpenTelemetry({
    settings,
    parts,
    complain: (error) => log().warn({ err: error }, 'something of the telemetry failed'),
  });
  const stop = observeBy(telemetry.observer);
  return {
    observer: telemetry.observer,
    scrape: telemetry.scrape,
    async close() {
      await telemetry.close();
      stop();
    },
  };
}
