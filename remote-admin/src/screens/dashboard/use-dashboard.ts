import {
  getChartChoices,
  getChartSeries,
  getChartTops,
  setTimeZone,
  type ChartChoices,
  type ChartRange,
} from '@parlance/shared/contract/api/charts/charts';
import { call } from '@parlance/shared/http';
import { useEndpoint, type Retried } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { readAsked, writeAsked, type RangeQuery } from './range.ts';

/** Returns the query in the address, and its setter. */
export function useAsked(): { asked: RangeQuery; change: (change: Partial<RangeQuery>) => void; clear: () => void } {
  const [params, setParams] = useSearchParams();
  const asked = readAsked(params);
  return {
    asked,
    change: (changed) => setParams(writeAsked({ ...asked, ...changed }), { replace: true }),
    clear: () => setParams({}, { replace: true }),
  };
}

export const useChoices = (): Retried<ChartChoices> => useEndpoint(getChartChoices, {});

export const useSeries = (range: ChartRange) => useEndpoint(getChartSeries, { query: range });

export const useTops = (range: ChartRange) => useEndpoint(getChartTops, { query: range });

export const saveTimeZone = (timeZone: string) => call(setTimeZone, { body: { time_zone: timeZone } });
