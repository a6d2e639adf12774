import { HOUR, MINUTE, SECOND } from '../base';

/** A conversation is active until 24 hours after the customer's last message (docs/interface.md, Business rule). ms */
export const CONVERSATION_WINDOW = 24 * HOUR;

/** A number may write to so many new customers within this time (docs/interface.md, Limits). ms */
export const NEW_CUSTOMERS_PERIOD = 24 * HOUR;

/**
 * How long the platform pauses a template for low quality: the first time, then the second (docs/interface.md, Template
 * status). ms
 */
export const QUALITY_PAUSES: readonly [first: number, second: number] = [3 * HOUR, 6 * HOUR];

/** An event may be dated later than its receipt by this much at most; what goes beyond is cut. ms */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/** The gateway's clock replaces the local one if they differ by more than this. ms */
export const CLOCK_OFFSET_THRESHOLD = 5 * SECOND;

/** How long a call may take in all, the tries of one that reads included. ms */
export const CALL_TIME = 30 * SECOND;

/** Longest `biz_opaque_callback_data` (docs/interface.md, Sending). characters */
export const CALLBACK_DATA_LENGTH = 512;

/** Longest metadata of a thread-control action (docs/interface.md, Conversation control). characters */
export const THREAD_METADATA_LENGTH = 2_000;

/** Longest text of a text message (docs/interface.md, Message types). characters */
export const TEXT_BODY_LENGTH = 4096;

/** Page size of the template list when none is asked for (docs/interface.md, Limits). */
export const TEMPLATE_PAGE = 1_000;

/** Largest page of the group list, which is also the largest one asked for (docs/interface.md, Limits). */
export const GROUP_PAGE_MAX = 1_024;

/** How many participants one request may remove; it has to name one at least (docs/interface.md, Limits). */
export const PARTICIPANTS_PER_REMOVAL = 8;

/** Longest subject of a group (docs/interface.md, Groups). characters */
export const GROUP_SUBJECT_LENGTH = 128;

/** Longest description of a group (docs/interface.md, Groups). characters */
export const GROUP_DESCRIPTION_LENGTH = 2_048;

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

/** A size in words, rounded up to a tenth, so that what exceeds a limit reads as more: `5.1 MB`. */
export function sizeInWords(bytes: number): string {
	const [unit, name] = bytes < MEGABYTE ? [KILOBYTE, 'KB'] : [MEGABYTE, 'MB'];
	return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}

/** Largest picture of a group, a JPEG (docs/interface.md, Groups). bytes */
export const GROUP_PICTURE_BYTES = 5 * MEGABYTE;

/** Shortest side of a group's picture, which is square (docs/interface.md, Groups). pixels */
export const GROUP_PICTURE_SIDE = 192;

/** Largest body of a webhook delivery (docs/interface.md, Delivery). bytes */
export const DELIVERY_BYTES = 3 * MEGABYTE;

/** How long a download URL of a media file is valid (docs/interface.md, Media). ms */
export const MEDIA_URL_VALIDITY = 5 * MINUTE;

/** Largest file of each kind; a sticker that does not move has 100 KB at most (docs/interface.md, Media). bytes */
export const MEDIA_BYTES = {
	image: 5 * MEGABYTE,
	audio: 16 * MEGABYTE,
	video: 16 * MEGABYTE,
	document: 100 * MEGABYTE,
	sticker: 500 * KILOBYTE,
} as const;

/** Largest file that is downloaded, whatever describes its size (docs/interface.md, Media). bytes */
export const DOWNLOAD_BYTES = 100 * MEGABYTE;

/** Messages a second that a number may send unless the platform allows it more (docs/interface.md, Limits). */
export const THROUGHPUT = 80;

/**
 * To one recipient a number may send about one message in 6 s, in bursts of up to 45 (docs/interface.md, Limits). As
 * many as a burst in the time that a burst takes to come back keeps both.
 */
export const PAIR_RATE = { messages: 45, within: 45 * 6_000 } as const;

const UNLIMITED = ['TIER_UNLIMITED', '-1'];
const WRITTEN = /^(?:TIER_)?(\d+)(K?)$/;

/**
 * How many customers a portfolio may write to in 24 hours: `TIER_250`, `TIER_10K`, or a number, `Infinity` for no limit
 * (docs/interface.md, Number and account). `undefined` for what names no limit, such as `TIER_NOT_SET`.
 */
export function customersOfLimit(limit: string): number | undefined {
	if (UNLIMITED.includes(limit)) return Infinity;
	const [, digits, thousands] = WRITTEN.exec(limit) ?? [];
	return digits === undefined ? undefined : Number(digits) * (thousands === 'K' ? 1_000 : 1);
}

/** Longest caption of a picture, video or document (docs/interface.md, Message types). characters */
export const CAPTION_LENGTH = 1_024;

/** Longest body of an interactive message, and of one with a list (docs/interface.md, Message types). characters */
export const INTERACTIVE_BODY_LENGTH = 1_024;
export const LIST_BODY_LENGTH = 4_096;

/** Longest header text and footer of an interactive message (docs/interface.md, Message types). characters */
export const INTERACTIVE_HEADER_LENGTH = 60;
export const INTERACTIVE_FOOTER_LENGTH = 60;

/** Reply buttons of a message (docs/interface.md, Message types). */
export const REPLY_BUTTONS = 3;

/** Longest id and title of a reply button (docs/interface.md, Message types). characters */
export const REPLY_ID_LENGTH = 256;
export const REPLY_TITLE_LENGTH = 20;

/** Longest label of a list's button, and of a link's (docs/interface.md, Message types). characters */
export const LIST_BUTTON_LENGTH = 20;
export const LINK_LABEL_LENGTH = 20;

/** Sections of a list, and rows in all its sections together (docs/interface.md, Message types). */
export const LIST_SECTIONS = 10;
export const LIST_ROWS = 10;

/** Longest title of a section (docs/interface.md, Message types). characters */
export const SECTION_TITLE_LENGTH = 24;

/** Longest id, title and description of a list's row (docs/interface.md, Message types). characters */
export const ROW_ID_LENGTH = 200;
export const ROW_TITLE_LENGTH = 24;
export const ROW_DESCRIPTION_LENGTH = 72;

/** What a group can be sent: text, media, templates, pins (docs/interface.md, Groups). */
export const GROUP_MESSAGE_TYPES: ReadonlySet<string> = new Set([
	'text',
	'image',
	'video',
	'audio',
	'document',
	'sticker',
	'template',
	'pin',
]);

/** The most line breaks in the text of a carousel's card (docs/interface.md, Message types). */
export const CARD_LINE_BREAKS = 2;

/** Products and sections of a product list (docs/interface.md, Message types). */
export const PRODUCTS = 30;
export const PRODUCT_SECTIONS = 10;

/** Longest label of the button that opens a flow (docs/interface.md, Message types). characters */
export const FLOW_LABEL_LENGTH = 20;

/** Longest label of a call's button (docs/interface.md, Message types). characters */
export const CALL_LABEL_LENGTH = 20;

/** How long a call's button works (docs/interface.md, Message types). minutes */
export const CALL_MINUTES = { least: 1, most: 43_200 } as const;

/** Longest payload of a call's button (docs/interface.md, Message types). characters */
export const CALL_PAYLOAD_LENGTH = 512;
