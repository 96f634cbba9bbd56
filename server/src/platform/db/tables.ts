/** Every table of the database. Each room adds its own in its `tables.ts`; the platform names none of them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the rooms above
export interface Tables {}
