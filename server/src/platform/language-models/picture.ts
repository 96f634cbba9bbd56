/** An image for models with vision. */
export type Picture = { readonly mediaType: string; readonly bytes: Uint8Array };

/** Returns a picture as a data: address (RFC 2397). */
export const dataAddressOf = ({ mediaType, bytes }: Picture): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
