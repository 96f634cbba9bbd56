import { shareOf } from '@parlance/shared/contract/values/money';
import fc from 'fast-check';
import { addMonths } from './periods.ts';
import { type Agreement, type PricedPlan, quoteChange } from './quote.ts';

const planOf = (name: PricedPlan['name'], price: number, currency = 'EUR'): PricedPlan => ({ name, price, currency });
const [free, team, growth, pro] = [
  planOf('Free!', 0),
  planOf('Team', 4900),
  planOf('Growth', 14_900),
  planOf('Pro', 79_900),
];
const begin = new Date('2026-11-01T00:00:00Z');
const period = { begin, end: addMonths(begin, 1) };
const running = (plan: PricedPlan): Agreement => ({ plan, period, isExpired: false });
const day = (number: number) => new Date(Date.UTC(2026, 10, number));

test('an upgrade in the middle of a period credits one half and charges the other, with tax on the difference', () => {
  const quote = quoteChange(running(team), growth, { at: day(16), taxRate: 1900 });
  expect(quote.kind).toBe('upgrade');
  expect(quote.now.lines.map(({ kind, plan_name, amount }) => [kind, plan_name, amount])).toEqual([
    ['credit', 'Team', -2450],
    ['rest', 'Growth', 7450],
  ]);
  expect(quote.now).toMatchObject({ subtotal: 5000, tax: 950, total: 5950 });
  expect(quote.next).toMatchObject({ at: period.end, subtotal: 14_900, tax: 2831, total: 17_731 });
  expect(quote.effectiveAt).toEqual(day(16));
  const [credit] = quote.now.lines;
  expect(credit).toMatchObject({
    span: { begin: '2026-11-16T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    period: { begin: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    price_a_month: 4900,
  });
});

test('a downgrade costs nothing now and holds from the period’s end; so does what costs the same, or is in another currency', () => {
  for (const wanted of [team, planOf('business', 14_900), planOf('Pro', 79_900, 'USD')]) {
    expect(quoteChange(running(growth), wanted, { at: day(16), taxRate: 0 })).toMatchObject({
      kind: 'downgrade',
      effectiveAt: period.end,
      now: { lines: [], total: 0 },
      next: { at: period.end, total: wanted.price },
    });
  }
  expect(quoteChange(running(team), free, { at: day(2), taxRate: 0 })).toMatchObject({
    kind: 'downgrade',
    next: { at: null, total: 0 },
  });
});

test('without a period a whole one begins at once', () => {
  const quote = quoteChange({ plan: free, period: null, isExpired: false }, team, {
    at: new Date('2027-01-31T12:00:00Z'),
    taxRate: 0,
  });
  expect(quote).toMatchObject({
    kind: 'beginning',
    now: { total: 4900 },
    next: { at: new Date('2027-02-28T12:00:00Z'), total: 4900 },
  });
  expect(quote.now.lines).toMatchObject([
    { kind: 'month', span: { begin: '2027-01-31T12:00:00.000Z', end: '2027-02-28T12:00:00.000Z' }, period: null },
  ]);
});

test('an expired workspace begins again when it pays, with any plan, and at once with one that costs nothing', () => {
  const expired: Agreement = { plan: growth, period, isExpired: true };
  expect(quoteChange(expired, team, { at: day(20), taxRate: 0 })).toMatchObject({
    kind: 'renewal',
    effectiveAt: null,
    now: { total: 4900, lines: [{ kind: 'month', span: null }] },
    next: { at: null },
  });
  expect(quoteChange(expired, free, { at: day(20), taxRate: 0 })).toMatchObject({
    kind: 'renewal',
    effectiveAt: day(20),
    now: { lines: [], total: 0 },
  });
});

const prices = fc.integer({ min: 1, max: 10_000_000 });
const fractions = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 6 });

test('however often somebody upgrades in a period, each plan costs its share of it, to the cent', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(prices, { minLength: 7, maxLength: 7 }),
      fractions,
      fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2032-01-01T00:00:00Z'), noInvalidDate: true }),
      (seven, when, anchor) => {
        const rising = seven.toSorted((a, b) => a - b).map((price) => planOf('Pro', price));
        const span = { begin: anchor, end: addMonths(anchor, 1) };
        const whole = span.end.getTime() - span.begin.getTime();
        const moments = when
          .toSorted((a, b) => a - b)
          .map((fraction) => new Date(span.begin.getTime() + Math.floor((whole * fraction) / 1_000_000)));
        const restAt = (at: Date) => span.end.getTime() - at.getTime();
        let invoiced = rising[0]?.price ?? 0;
        let charged = invoiced;
        let since = span.begin;
        let costs = 0;
        for (const [step, at] of moments.entries()) {
          const [plan, wanted] = [rising[step], rising[step + 1]];
          if (plan === undefined || wanted === undefined) throw new Error('There are more upgrades than plans.');
          const { now } = quoteChange({ plan, period: span, isExpired: false }, wanted, { at, taxRate: 0 });
          // Without lines both are the same amount.
          const same = shareOf(plan.price, restAt(at), whole);
          const credited = 0 - (now.lines[0]?.amount ?? -same);
          const cost = charged - credited;
          expect(cost).toBeGreaterThanOrEqual(0);
          expect(Math.abs(cost - (plan.price * (at.getTime() - since.getTime())) / whole)).toBeLessThanOrEqual(1);
          expect(now.subtotal).toBeGreaterThanOrEqual(0);
          costs += cost;
          invoiced += now.subtotal;
          charged = now.lines[1]?.amount ?? same;
          since = at;
        }
        expect(costs + charged).toBe(invoiced);
      },
    ),
  );
});

test('who upgrades with the first moment pays the whole difference, with the last one nothing', () => {
  expect(quoteChange(running(team), pro, { at: begin, taxRate: 0 }).now.subtotal).toBe(79_900 - 4900);
  expect(quoteChange(running(team), pro, { at: new Date(period.end.getTime() - 1), taxRate: 0 }).now).toMatchObject({
    lines: [],
    total: 0,
  });
});

test('how long a period is decides: a day of February costs more than one of March', () => {
  const rest = (from: string, at: string) =>
    quoteChange(
      { plan: team, period: { begin: new Date(from), end: addMonths(new Date(from), 1) }, isExpired: false },
      growth,
      { at: new Date(at), taxRate: 0 },
    ).now.subtotal;
  expect(rest('2027-02-01T00:00:00Z', '2027-02-28T00:00:00Z')).toBe(532 - 175);
  expect(rest('2027-03-01T00:00:00Z', '2027-03-31T00:00:00Z')).toBe(481 - 158);
  expect(rest('2028-02-01T00:00:00Z', '2028-02-29T00:00:00Z')).toBe(514 - 169);
});
