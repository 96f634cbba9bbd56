/** A file above so many bytes is sent in parts; below, one request is as good. */
export const uploadPartBytes = 8_388_608;
/** Bytes of one file that is sent in parts. A larger one is refused with body_too_large before a byte is read. */
export const uploadMaxBytes = 104_857_600;
