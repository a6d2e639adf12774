/** Longest caption of a picture, video or document (the platform's reference of media messages). characters */
export const CAPTION_LENGTH = 1_024;

/** Longest body of an interactive message, and of one with a list (the platform's reference). characters */
export const INTERACTIVE_BODY_LENGTH = 1_024;
export const LIST_BODY_LENGTH = 4_096;

/** Longest header text and footer of an interactive message (the platform's reference). characters */
export const INTERACTIVE_HEADER_LENGTH = 60;
export const INTERACTIVE_FOOTER_LENGTH = 60;

/** Reply buttons of a message (platform-facts, section 5). */
export const REPLY_BUTTONS = 3;

/** Longest id and title of a reply button (platform-facts, section 5). characters */
export const REPLY_ID_LENGTH = 256;
export const REPLY_TITLE_LENGTH = 20;

/** Longest label of a list's button, and of a link's (platform-facts, section 5; the platform's reference). characters */
export const LIST_BUTTON_LENGTH = 20;
export const LINK_LABEL_LENGTH = 20;

/** Sections of a list, and rows in all its sections together (the platform's reference of lists). */
export const LIST_SECTIONS = 10;
export const LIST_ROWS = 10;

/** Longest title of a section (the platform's reference of lists). characters */
export const SECTION_TITLE_LENGTH = 24;

/** Longest id, title and description of a list's row (platform-facts, section 5). characters */
export const ROW_ID_LENGTH = 200;
export const ROW_TITLE_LENGTH = 24;
export const ROW_DESCRIPTION_LENGTH = 72;

/** What a group can be sent: text, media, templates, pins (platform-facts, section 3). */
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

/** The most line breaks in the text of a carousel's card (platform-facts-2026, section 6). */
export const CARD_LINE_BREAKS = 2;

/** Products and sections of a product list (platform-facts-2026, section 6). */
export const PRODUCTS = 30;
export const PRODUCT_SECTIONS = 10;

/** Longest label of the button that opens a flow (platform-facts-2026, section 5). characters */
export const FLOW_LABEL_LENGTH = 20;
