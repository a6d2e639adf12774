const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A conversation is active until 24 hours after the customer's last message (interface, business rule). ms */
export const CONVERSATION_WINDOW = 24 * HOUR;

/** How long the platform pauses a template for low quality: the first time, then the second (interface, limits). ms */
export const QUALITY_PAUSES: readonly [first: number, second: number] = [3 * HOUR, 6 * HOUR];

/** An event may be dated later than its receipt by this much at most; what goes beyond is cut. ms */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/** The gateway's clock replaces the local one where they differ by more than this. ms */
export const CLOCK_OFFSET_THRESHOLD = 5 * SECOND;

/** Longest `biz_opaque_callback_data` (platform-facts, section 5). characters */
export const CALLBACK_DATA_LENGTH = 512;

/** Longest text of a text message (platform-facts, section 5). characters */
export const TEXT_BODY_LENGTH = 4096;

/** Page size of the template list when none is asked for (interface, limits). */
export const TEMPLATE_PAGE = 1_000;

/** Platform's limit on one customer's marketing (131049): not before this has passed. ms */
export const MARKETING_LIMIT_WAIT = 24 * HOUR;
