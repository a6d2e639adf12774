import { HOUR, MINUTE, SECOND } from '../base';

/** A conversation is active until 24 hours after the customer's last message (interface, business rule). ms */
export const CONVERSATION_WINDOW = 24 * HOUR;

/** A number may write to so many new customers within this time (platform-facts, section 7). ms */
export const NEW_CUSTOMERS_PERIOD = 24 * HOUR;

/** How long the platform pauses a template for low quality: the first time, then the second (interface, limits). ms */
export const QUALITY_PAUSES: readonly [first: number, second: number] = [3 * HOUR, 6 * HOUR];

/** An event may be dated later than its receipt by this much at most; what goes beyond is cut. ms */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/** The gateway's clock replaces the local one if they differ by more than this. ms */
export const CLOCK_OFFSET_THRESHOLD = 5 * SECOND;

/** How long a call may take in all, the tries of one that reads included. ms */
export const CALL_TIME = 30 * SECOND;

/** Longest `biz_opaque_callback_data` (platform-facts, section 5). characters */
export const CALLBACK_DATA_LENGTH = 512;

/** Longest metadata of a thread-control action (platform-facts-2026, section 3). characters */
export const THREAD_METADATA_LENGTH = 2_000;

/** Longest text of a text message (platform-facts, section 5). characters */
export const TEXT_BODY_LENGTH = 4096;

/** Page size of the template list when none is asked for (interface, limits). */
export const TEMPLATE_PAGE = 1_000;

/** Largest page of the group list, which is also the largest one asked for (interface, limits). */
export const GROUP_PAGE_MAX = 1_024;

/** How many participants one request may remove; it has to name one at least (interface, limits). */
export const PARTICIPANTS_PER_REMOVAL = 8;

/** Longest subject of a group (platform-facts, section 3). characters */
export const GROUP_SUBJECT_LENGTH = 128;

/** Longest description of a group (platform-facts, section 3). characters */
export const GROUP_DESCRIPTION_LENGTH = 2_048;

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

/** Largest picture of a group, a JPEG (platform-facts, section 3). bytes */
export const GROUP_PICTURE_BYTES = 5 * MEGABYTE;

/** Shortest side of a group's picture, which is square (platform-facts, section 3). pixels */
export const GROUP_PICTURE_SIDE = 192;

/** Largest body of a webhook delivery (platform-facts, section 7). bytes */
export const DELIVERY_BYTES = 3 * MEGABYTE;

/** How long a download URL of a media file is valid (interface, limits). ms */
export const MEDIA_URL_VALIDITY = 5 * MINUTE;

/** Largest file of each kind; a sticker that does not move has 100 KB at most (platform-facts, section 7). bytes */
export const MEDIA_BYTES = {
	image: 5 * MEGABYTE,
	audio: 16 * MEGABYTE,
	video: 16 * MEGABYTE,
	document: 100 * MEGABYTE,
	sticker: 500 * KILOBYTE,
} as const;

/** Largest file that is downloaded, whatever describes its size (platform-facts-2026, section 10). bytes */
export const DOWNLOAD_BYTES = 100 * MEGABYTE;
