import * as z from 'zod';
import { anyId, anyText, maybe, unixSeconds } from './common';

/**
 * The standard envelope (docs/interface.md, Events). Values are read field by field, so that one bad change spoils no
 * other.
 */
export const envelope = z.lazy(() =>
	z.looseObject({
		object: z.string().optional(),
		entry: z.array(z.unknown()),
	}),
);

export const entry = z.lazy(() =>
	z.looseObject({
		id: anyId,
		time: unixSeconds.optional().catch(undefined),
		changes: z.array(z.unknown()),
	}),
);

export const change = z.lazy(() => z.looseObject({ field: z.string(), value: z.looseObject({}) }));

export const metadata = z.lazy(() =>
	z.looseObject({
		display_phone_number: maybe(anyText),
		phone_number_id: maybe(anyId),
	}),
);

export const profileContact = z.lazy(() =>
	z.looseObject({
		wa_id: maybe(anyId),
		user_id: maybe(anyId),
		parent_user_id: maybe(anyId),
		profile: maybe(z.looseObject({ name: maybe(anyText), username: maybe(anyText) })).catch(undefined),
	}),
);
export type ProfileContact = z.infer<typeof profileContact>;

const messageText = z.lazy(() => maybe(z.looseObject({ body: anyText })).catch(undefined));

export const inboundMessage = z.lazy(() =>
	z.looseObject({
		id: anyId,
		from: maybe(anyId),
		from_user_id: maybe(anyId),
		from_parent_user_id: maybe(anyId),
		timestamp: maybe(unixSeconds),
		type: z.string(),
		group_id: maybe(anyId),
		text: messageText,
	}),
);

/** A system message about a customer whose number or user id changed, in all spellings (docs/interface.md, User IDs). */
export const systemChange = z.lazy(() =>
	z.looseObject({
		type: maybe(z.string()),
		wa_id: maybe(anyId),
		new_wa_id: maybe(anyId),
		user_id: maybe(anyId),
		previous_user_id: maybe(anyId),
		parent_user_id: maybe(anyId),
		previous_parent_user_id: maybe(anyId),
	}),
);

export const messageStatus = z.lazy(() =>
	z.looseObject({
		id: anyId,
		status: z.string().min(1),
		timestamp: maybe(unixSeconds),
		recipient_id: maybe(anyId),
		recipient_user_id: maybe(anyId),
		recipient_parent_user_id: maybe(anyId),
		parent_recipient_user_id: maybe(anyId),
		recipient_type: maybe(z.string()),
		recipient_participant_id: maybe(anyId),
		participant_recipient_id: maybe(anyId),
		recipient_participant_user_id: maybe(anyId),
		recipient_participant_parent_user_id: maybe(anyId),
		pricing: maybe(z.looseObject({})).catch(undefined),
		conversation: maybe(
			z.looseObject({
				pricing: maybe(z.looseObject({})).catch(undefined),
				expiration_timestamp: maybe(unixSeconds).catch(undefined),
			}),
		).catch(undefined),
		biz_opaque_callback_data: z.unknown().optional(),
		errors: maybe(z.array(z.unknown())).catch(undefined),
	}),
);

export const messageEcho = z.lazy(() =>
	z.looseObject({
		id: anyId,
		timestamp: maybe(unixSeconds),
		message: z
			.looseObject({
				to: maybe(anyId),
				recipient: maybe(anyId),
				type: z.string(),
				text: messageText,
				biz_opaque_callback_data: z.unknown().optional(),
			})
			.refine(({ to, recipient }) => to !== undefined || recipient !== undefined),
	}),
);

/** A message that someone at the business wrote in the phone app (docs/interface.md, Phone app). */
export const appEcho = z.lazy(() =>
	z
		.looseObject({
			id: anyId,
			to: maybe(anyId),
			to_user_id: maybe(anyId),
			to_parent_user_id: maybe(anyId),
			timestamp: maybe(unixSeconds),
			type: z.string(),
			text: messageText,
		})
		.refine(({ to, to_user_id }) => to !== undefined || to_user_id !== undefined),
);

const role = z.lazy(() => maybe(z.string()).catch(undefined));

const control = z.lazy(() =>
	z.looseObject({
		previous_owner_role: role,
		new_owner_role: role,
		previous_owner_app_role: role,
		new_owner_app_role: role,
		metadata: z.unknown().optional(),
		conversation_context: z.unknown().optional(),
	}),
);

export const handover = z.lazy(() =>
	z.looseObject({
		type: z.string(),
		timestamp: maybe(unixSeconds),
		sender: maybe(
			z.looseObject({ phone_number: maybe(anyId), user_id: maybe(anyId), parent_user_id: maybe(anyId) }),
		).catch(undefined),
		recipient: maybe(metadata),
		control_passed: maybe(control),
		control_taken: maybe(control),
	}),
);

const templateOf = {
	message_template_id: maybe(anyId),
	message_template_name: z.string().min(1),
	message_template_language: z.string().min(1),
};

export const templateStatus = z.lazy(() =>
	z.looseObject({
		...templateOf,
		event: z.string().min(1),
		reason: maybe(anyText),
		other_info: maybe(z.looseObject({ title: maybe(anyText), description: maybe(anyText) })),
		rejection_info: maybe(z.looseObject({ reason: maybe(anyText), recommendation: maybe(anyText) })),
	}),
);

export const templateQuality = z.lazy(() =>
	z.looseObject({
		...templateOf,
		previous_quality_score: maybe(z.string()),
		new_quality_score: z.string(),
	}),
);

export const templateCategory = z.lazy(() =>
	z.looseObject({
		...templateOf,
		previous_category: maybe(z.string()),
		new_category: maybe(z.string()),
		correct_category: maybe(z.string()),
		category_update_timestamp: maybe(unixSeconds),
	}),
);

const templateButton = z.lazy(() =>
	z.looseObject({
		message_template_button_type: maybe(z.string()).catch(undefined),
		message_template_button_text: maybe(anyText).catch(undefined),
		message_template_button_url: maybe(anyText).catch(undefined),
		message_template_button_phone_number: maybe(anyText).catch(undefined),
	}),
);

export const templateComponents = z.lazy(() =>
	z.looseObject({
		...templateOf,
		message_template_element: maybe(anyText).catch(undefined),
		message_template_title: maybe(anyText).catch(undefined),
		message_template_footer: maybe(anyText).catch(undefined),
		message_template_buttons: maybe(z.array(templateButton)).catch(undefined),
	}),
);

export const groupEntry = z.lazy(() =>
	z.looseObject({
		group_id: anyId,
		timestamp: maybe(unixSeconds),
		type: maybe(z.string()),
	}),
);

export const userPreference = z.lazy(() =>
	z.looseObject({
		wa_id: maybe(anyId),
		user_id: maybe(anyId),
		parent_user_id: maybe(anyId),
		category: z.string(),
		value: z.string(),
		timestamp: maybe(unixSeconds),
	}),
);

/** A change of user ids, which the platform documented and withdrew again: read, but not relied on. */
export const userIdUpdate = z.lazy(() =>
	z.looseObject({
		wa_id: maybe(anyId),
		user_id: z.looseObject({ previous: maybe(anyId), current: maybe(anyId) }),
		parent_user_id: maybe(z.looseObject({ previous: maybe(anyId), current: maybe(anyId) })).catch(undefined),
		timestamp: maybe(unixSeconds),
	}),
);

/** What fields about the number or its account have in common (docs/interface.md, Number and account). */
export const accountChange = z.lazy(() =>
	z.looseObject({
		event: maybe(z.string()).catch(undefined),
		decision: maybe(z.string()).catch(undefined),
		status: maybe(z.string()).catch(undefined),
		display_phone_number: maybe(anyText).catch(undefined),
		alert_info: maybe(z.looseObject({ alert_type: maybe(z.string()) })).catch(undefined),
		ban_info: maybe(z.looseObject({ waba_ban_state: maybe(z.string()) })).catch(undefined),
		current_limit: maybe(anyText).catch(undefined),
		old_limit: maybe(anyText).catch(undefined),
		max_daily_conversations_per_business: maybe(anyText).catch(undefined),
	}),
);

/** The beginning of a call by a customer. The shape is inferred: no source shows it (docs/interface.md, Events). */
export const incomingCall = z.lazy(() =>
	z.looseObject({
		id: anyId,
		event: z.literal('connect'),
		direction: z.literal('USER_INITIATED'),
		from: maybe(anyId),
		from_user_id: maybe(anyId),
		from_parent_user_id: maybe(anyId),
		timestamp: maybe(unixSeconds),
	}),
);
