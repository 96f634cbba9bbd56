/** The size of a part in bytes. A larger file is sent in parts; for a smaller one a single request is as good. */
export const uploadPartBytes = 8_388_608;
/**
 * The most bytes of one file that is sent in parts. A larger one is refused with body_too_large before a byte is read.
 */
export const uploadMaxBytes = 104_857_600;
