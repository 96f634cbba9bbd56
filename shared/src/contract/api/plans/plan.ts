import * as z from '@parlance/shared/contract/schema';
import { planFeatures } from '../../access/access.ts';

/** The claims of a plan token beside the registered ones (RFC 7519): the organisation and the nine flags. */
export const planClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  iat: z.optional(z.number()),
  exp: z.number(),
  organization_id: z.uuid(),
  ...(Object.fromEntries(planFeatures.map((feature) => [feature, z.boolean()])) as Record<
    (typeof planFeatures)[number],
    z.ZodMiniBoolean
  >), // fromEntries widens the keys
});
export type PlanClaims = z.infer<typeof planClaims>;
export const planTokenIssuer = 'parlance';
export const planTokenAudience = 'parlance-plan';

/**
 * The public halves of the keys that sign plan tokens (RFC 7517), for anyone. Not in the envelope: the format is
 * standardised.
 */
export const jwksPath = '/.well-known/jwks.json';
