import { automationOrigin } from '../studio/automations/origin.ts';
import type { Origins } from '../studio/executions/origin.ts';
import { scheduleOrigin } from '../studio/schedules/origin.ts';

/** The origins of executions in this product: for the routes that show them, and for the worker that runs them. */
export const origins: Origins = { schedule: scheduleOrigin, automation: automationOrigin };
