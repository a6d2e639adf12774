/** What was written for a URL, without its user and password: one that can't be read may still have both. */
export const withoutUser = (written: string): string => written.replace(/^(.*?\/\/)?.*@/s, '$1…@');
