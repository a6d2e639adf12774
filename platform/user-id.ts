/**
 * A business-scoped user id (BSUID), `US.1349…`, or the parent of several, `US.ENT.1349…`: two letters of a country, a
 * period, and up to 128 letters and digits, whose case counts (platform-facts-2026, section 1).
 */
const USER_ID = /^([A-Z]{2})\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether an address is a user id or a parent user id: it is sent to in `recipient`, never in `to`. */
export const isUserId = (address: string): boolean => USER_ID.test(address);

/** Whether an address is the parent id that several linked portfolios know a customer by. */
export const isParentUserId = (address: string): boolean => USER_ID.exec(address)?.[2] !== undefined;

/** The country that a user id begins with (ISO 3166 alpha-2): the only hint to one if there is no phone number. */
export const countryOfUserId = (address: string): string | undefined => USER_ID.exec(address)?.[1];

/** Whether an address is meant as a user id, and isn't one: sent to as a phone number it would be lost. */
export const isBrokenUserId = (address: string): boolean =>
	/^[A-Za-z]{2}\./.test(address) && !isUserId(address);
