/** A URL as it is written, without its user and password, which can be why it isn't one. */
export const withoutUser = (written: string): string => written.replace(/^(.*?\/\/)?.*@/s, '$1…@');
