/**
 * Returns how often a test repeats something to be sure: kills, floods, random rounds, many browsers. `npm test`
 * decides on a change with a few; `npm run trust` (TEST_SIZE=full) proves a promise of docs/trust.md with as many as it
 * says. Repetitions without a database, a process or a browser are cheap, and always done in full.
 */
export const howOften = ({ decides, proves }: { readonly decides: number; readonly proves: number }): number =>
  process.env['TEST_SIZE'] === 'full' ? proves : decides;
