/** A customer without a phone number has a user id, for example `US.1349…` (platform-facts, section 5). */
const USER_ID = /^[A-Z]{2}\.\w+$/;

/** Whether an address is a user id: it is sent to in `recipient`, never in `to`. */
export const isUserId = (address: string): boolean => USER_ID.test(address);
