// `npm run surface`: writes shared/surface.json anew from the code, and says what became of its versions. What breaks a
// remote that was built before makes a major version, which no remote of before runs in: it has to be asked for.
import { compareSurface, readSurface, writeSurface } from '../tooling/surface/surface-file.ts';

const before = readSurface();
const { surface, tiers } = compareSurface(before);
for (const { added, broken, list } of [surface, ...Object.values(tiers)]) {
  for (const change of [...broken, ...added]) console.log(`${list.version}: ${change}.`);
}
if (surface.broken.length > 0 && !process.argv.includes('--major')) {
  console.error(
    `\nNot written. Every remote that is released would be refused by the next host, for ${surface.broken.length === 1 ? 'this one change' : 'these changes'}. Leave the old name beside the new one, or say --major.`,
  );
  process.exitCode = 1;
} else {
  writeSurface({
    surface: surface.list,
    tiers: Object.fromEntries(Object.entries(tiers).map(([name, tier]) => [name, tier.list])),
  });
  console.log(`The surface is ${surface.list.version}.`);
}
