import type { PlanFeature } from '@parlance/shared/contract/access';

export type PlanTables = {
  plans: {
    name: string;
    features: PlanFeature[];
    /** null: without limit. */
    seats: number | null;
    dialogues_a_month: number | null;
    storage_megabytes: number | null;
    agents: number | null;
    schedules: number | null;
  };
};
