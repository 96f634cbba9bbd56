/**
 * How often a test repeats what it repeats to be sure: kills, floods, random rounds, many browsers. `npm test` decides
 * about a change with a few; `npm run trust` (TEST_SIZE=full) proves a promise of docs/trust.md with as many as it
 * says. What needs neither a database nor a process nor a browser is cheap, and always done as often as it should be.
 */
export const howOften = ({ decides, proves }: { readonly decides: number; readonly proves: number }): number =>
  process.env['TEST_SIZE'] === 'full' ? proves : decides;
