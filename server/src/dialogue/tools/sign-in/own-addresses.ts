import { toolSignInPath } from '@parlance/shared/contract/api/connected-accounts';

/** The path of the client metadata document, by which authorization servers know this installation. */
export const clientMetadataPath = '/client-metadata.json';

/** The addresses by which an authorization server knows this installation. */
export type OwnAddresses = {
  /** Where it sends the browser back to. */
  readonly redirectUri: string;
  /** Null where no such server could fetch it: it has to be https. */
  readonly clientMetadataUrl: string | null;
};

/** Returns the addresses for pages of this origin. */
export const ownAddressesAt = (origin: string): OwnAddresses => ({
  redirectUri: `${origin}${toolSignInPath}`,
  clientMetadataUrl: origin.startsWith('https://') ? `${origin}${clientMetadataPath}` : null,
});
