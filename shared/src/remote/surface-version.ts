/** The version of shared/surface.json; `npm run surface` writes both. */
export const surfaceVersion = '1.5';
