/** The id of a new schedule in addresses. */
export const newSchedule = 'new';
const list = '/agent-scheduling';

export const newAddress = (beginning: Readonly<Record<string, string>> = {}): string =>
  `${list}?${new URLSearchParams({ schedule: newSchedule, ...beginning }).toString()}`;
export const scheduleAddress = (id: string): string => `${list}?schedule=${id}`;
export const historyAddress = (id: string): string => `${list}?schedule=${id}&tab=history`;
export const executionAddress = (id: string, executionId: string): string =>
  `${list}?schedule=${id}&execution=${executionId}`;
export const listAddress = list;
