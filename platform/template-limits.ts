import { DAY } from '../base';

/** Template names of an account; translations of one name count once (docs/interface.md, Limits). */
export const TEMPLATE_NAMES = 250;

/** How long the name of a deleted approved template can't be used again (docs/interface.md, Template deletion). ms */
export const TEMPLATE_NAME_LOCK = 30 * DAY;

/** Longest name of a template (docs/interface.md, Limits). characters */
export const TEMPLATE_NAME_LENGTH = 512;

/** Longest text of a header (docs/interface.md, Template components). characters */
export const HEADER_TEXT_LENGTH = 60;

/** Variables of a header's text (docs/interface.md, Template components). */
export const HEADER_VARIABLES = 1;

/** Longest body (docs/interface.md, Template components). characters */
export const TEMPLATE_BODY_LENGTH = 1_024;

/** Longest body beside a limited-time offer (docs/interface.md, Template components). characters */
export const OFFER_BODY_LENGTH = 600;

/** Longest body of a carousel's card (docs/interface.md, Template components). characters */
export const CARD_BODY_LENGTH = 160;

/** Longest footer (docs/interface.md, Template components). characters */
export const FOOTER_TEXT_LENGTH = 60;

/** Buttons of a template (docs/interface.md, Template components). */
export const TEMPLATE_BUTTONS = 10;

/** Buttons of a carousel's card (docs/interface.md, Template components). */
export const CARD_BUTTONS = 2;

/**
 * Buttons of each type in a template (docs/interface.md, Template components). Where no source names a number, only the
 * buttons together count.
 */
export const BUTTONS_OF_TYPE: Readonly<Record<string, number>> = {
	QUICK_REPLY: 10,
	URL: 2,
	PHONE_NUMBER: 1,
	COPY_CODE: 1,
	OTP: 1,
	FLOW: 1,
	REQUEST_CONTACT_INFO: 1,
	CATALOG: TEMPLATE_BUTTONS,
	MPM: TEMPLATE_BUTTONS,
	SPM: TEMPLATE_BUTTONS,
	ORDER_DETAILS: TEMPLATE_BUTTONS,
	VOICE_CALL: TEMPLATE_BUTTONS,
};

/** How long a call button of a template works (docs/interface.md, Template components). minutes */
export const VOICE_CALL_TTL = { least: 1_440, most: 43_200 } as const;

/** Longest label of a button (docs/interface.md, Template components). characters */
export const BUTTON_TEXT_LENGTH = 25;

/** Longest URL of a button (docs/interface.md, Template components). characters */
export const BUTTON_URL_LENGTH = 2_000;

/** Longest phone number of a button (docs/interface.md, Template components). characters */
export const BUTTON_PHONE_LENGTH = 20;

/** Longest coupon code, in a template and in a message (docs/interface.md, Template components). characters */
export const COUPON_CODE_LENGTH = 15;

/** Longest text of a limited-time offer (docs/interface.md, Template components). characters */
export const OFFER_TEXT_LENGTH = 16;

/** Cards of a carousel (docs/interface.md, Template components). */
export const CAROUSEL_CARDS = { least: 2, most: 10 } as const;

/** How long an authentication code may be said to be valid (docs/interface.md, Template components). minutes */
export const CODE_EXPIRATION = { least: 1, most: 90 } as const;

/**
 * How long after sending a message of a template may still be delivered, by category (docs/interface.md, Pacing and
 * time to live). s
 */
export const MESSAGE_TTL: Readonly<Record<string, { least: number; most: number }>> = {
	AUTHENTICATION: { least: 30, most: 900 },
	UTILITY: { least: 30, most: 43_200 },
	MARKETING: { least: 43_200, most: 2_592_000 },
};

/** Stands for 30 days; not for MARKETING (docs/interface.md, Pacing and time to live). */
export const LONGEST_MESSAGE_TTL = -1;

/** Emoji in a body beyond which the platform is likely to refuse. Remembered: no source names a number. */
export const BODY_EMOJI = 10;
