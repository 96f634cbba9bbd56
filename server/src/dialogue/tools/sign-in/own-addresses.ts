import { toolSignInPath } from '@parlance/shared/contract/api/tools/connected-accounts';

/** The path of the documents by which authorization servers know this installation: one for each server of a tool. */
export const clientMetadataPath = '/client-metadata';

/** The addresses by which the authorization server of a tool’s server knows this installation. */
export type OwnAddresses = {
  /** Where it sends the browser back to. */
  readonly redirectUri: string;
  /** Null where no such server could fetch it: it has to be https. */
  readonly clientMetadataUrl: string | null;
};

/** Returns the addresses for pages of this origin; `server` is the name of the server in them. */
export const ownAddressesAt = (origin: string, server: string): OwnAddresses => ({
  redirectUri: `${origin}${toolSignInPath}/${server}`,
  clientMetadataUrl: origin.startsWith('https://') ? `${origin}${clientMetadataPath}/${server}` : null,
});

/** True if the browser was sent back to the address that was given for the server. */
export const isSentBackTo = (redirectUri: string, server: string): boolean =>
  new URL(redirectUri).pathname === `${toolSignInPath}/${server}`;

export const isServerName = (server: string): boolean => /^[a-z0-9_-]{1,300}$/.test(server);
