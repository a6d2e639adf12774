import * as z from 'zod';
import { anyId, anyText, maybe, unixSeconds } from './common';

/** The standard envelope (interface, Events). Values are read field by field, so that one bad change spoils no other. */
export const envelope = z.looseObject({
	object: z.string().optional(),
	entry: z.array(z.unknown()),
});

export const entry = z.looseObject({
	id: anyId,
	time: unixSeconds.optional().catch(undefined),
	changes: z.array(z.unknown()),
});

export const change = z.looseObject({ field: z.string(), value: z.looseObject({}) });

export const metadata = z.looseObject({
	display_phone_number: maybe(anyText),
	phone_number_id: maybe(anyId),
});

export const profileContact = z.looseObject({
	wa_id: maybe(anyId),
	user_id: maybe(anyId),
	profile: maybe(z.looseObject({ name: maybe(anyText) })),
});

const messageText = maybe(z.looseObject({ body: anyText })).catch(undefined);

export const inboundMessage = z
	.looseObject({
		id: anyId,
		from: maybe(anyId),
		from_user_id: maybe(anyId),
		timestamp: maybe(unixSeconds),
		type: z.string(),
		group_id: maybe(anyId),
		text: messageText,
	})
	.refine((message) => message.from !== undefined || message.from_user_id !== undefined);
export type InboundMessage = z.infer<typeof inboundMessage>;

export const messageStatus = z.looseObject({
	id: anyId,
	status: z.string().min(1),
	timestamp: maybe(unixSeconds),
	recipient_id: maybe(anyId),
	recipient_type: maybe(z.string()),
	recipient_participant_id: maybe(anyId),
	participant_recipient_id: maybe(anyId),
	biz_opaque_callback_data: z.unknown().optional(),
	errors: maybe(z.array(z.unknown())).catch(undefined),
});

export const messageEcho = z.looseObject({
	id: anyId,
	timestamp: maybe(unixSeconds),
	message: z.looseObject({
		to: anyId,
		type: z.string(),
		text: messageText,
		biz_opaque_callback_data: z.unknown().optional(),
	}),
});

const control = z.looseObject({
	previous_owner_app_role: maybe(z.string()),
	metadata: z.unknown().optional(),
});

export const handover = z.looseObject({
	type: z.string(),
	timestamp: maybe(unixSeconds),
	sender: z.looseObject({ phone_number: maybe(anyId), user_id: maybe(anyId) }),
	recipient: maybe(metadata),
	control_passed: maybe(control),
	control_taken: maybe(control),
});

const templateOf = {
	message_template_id: maybe(anyId),
	message_template_name: z.string().min(1),
	message_template_language: z.string().min(1),
};

export const templateStatus = z.looseObject({
	...templateOf,
	event: z.string().min(1),
	reason: maybe(anyText),
	other_info: maybe(z.looseObject({ title: maybe(anyText), description: maybe(anyText) })),
	rejection_info: maybe(z.looseObject({ reason: maybe(anyText), recommendation: maybe(anyText) })),
});

export const templateQuality = z.looseObject({
	...templateOf,
	previous_quality_score: maybe(z.string()),
	new_quality_score: z.string(),
});

export const templateCategory = z.looseObject({
	...templateOf,
	previous_category: maybe(z.string()),
	new_category: maybe(z.string()),
	correct_category: maybe(z.string()),
	category_update_timestamp: maybe(unixSeconds),
});

export const groupEntry = z.looseObject({
	group_id: anyId,
	timestamp: maybe(unixSeconds),
	type: maybe(z.string()),
});

export const userPreference = z.looseObject({
	wa_id: maybe(anyId),
	user_id: maybe(anyId),
	category: z.string(),
	value: z.string(),
	timestamp: maybe(unixSeconds),
});
