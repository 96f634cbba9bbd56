import { getAllowance, type Meter } from '@parlance/shared/contract/api/ledger/allowance';
import {
  getOwnUsage,
  type OwnFigure,
  type OwnUsage,
  type OwnUsageDays,
} from '@parlance/shared/contract/api/charts/own-usage';
import { pick, useEndpoint, type Retried } from '@parlance/shared/loading';

export type UsageDay = Readonly<Record<OwnFigure, number>> & {
  /** The date without a time. */ readonly day: string;
  /** The costs in millionths, in the order of the currencies. */ readonly costs: readonly number[];
};
export type Usage = {
  /** The days, last one first. */
  readonly days: readonly UsageDay[];
  readonly sums: Omit<UsageDay, 'day'>;
  readonly currencies: readonly string[];
  readonly bots: OwnUsage['bots'];
};

const dayMs = 86_400_000;

/** Returns the person's usage in the present organisation. */
export const useOwnUsage = (days: OwnUsageDays): Retried<Usage> => {
  const loaded = useEndpoint(getOwnUsage, { query: { days } });
  return { ...pick(loaded, usageFrom), retry: loaded.retry };
};

/** The tokens of a month if they are limited for the person; null if they are not. */
export type RemainingUse = Meter & { readonly limit: number; readonly resetsAt: string };
export const useLeft = (): Retried<RemainingUse | null> => {
  const loaded = useEndpoint(getAllowance, {});
  const leftOf = ({
    member_tokens: { used, limit },
    resets_at: resetsAt,
  }: {
    readonly member_tokens: Meter;
    readonly resets_at: string;
  }) => (limit === null ? null : { used, limit, resetsAt });
  return { ...pick(loaded, leftOf), retry: loaded.retry };
};

function usageFrom({ from, figures, costs, bots }: OwnUsage): Usage {
  const days = figures.answers.map((_, at) => ({
    day: new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10),
    ...figuresAt(figures, at),
    costs: costs.map(({ values }) => values[at] ?? 0),
  }));
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return {
    days: days.toReversed(),
    sums: {
      dialogues: sumOf(figures.dialogues),
      answers: sumOf(figures.answers),
      input_tokens: sumOf(figures.input_tokens),
      output_tokens: sumOf(figures.output_tokens),
      costs: costs.map(({ values }) => sumOf(values)),
    },
    currencies: costs.map(({ currency }) => currency),
    bots,
  };
}

const figuresAt = (figures: OwnUsage['figures'], at: number): Readonly<Record<OwnFigure, number>> => ({
  dialogues: figures.dialogues[at] ?? 0,
  answers: figures.answers[at] ?? 0,
  input_tokens: figures.input_tokens[at] ?? 0,
  output_tokens: figures.output_tokens[at] ?? 0,
});
