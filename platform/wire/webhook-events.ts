import { z } from 'zod';
import { anyId, platformError, unixSeconds } from './common';

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
	display_phone_number: z.string().optional(),
	phone_number_id: anyId.optional(),
});

export const profileContact = z.looseObject({
	wa_id: z.string().optional(),
	user_id: z.string().optional(),
	profile: z.looseObject({ name: z.string().optional() }).optional(),
});

export const inboundMessage = z
	.looseObject({
		id: z.string().min(1),
		from: anyId.optional(),
		from_user_id: z.string().optional(),
		timestamp: unixSeconds.optional(),
		type: z.string(),
		group_id: z.string().optional(),
		text: z.looseObject({ body: z.string() }).optional(),
	})
	.refine((message) => message.from !== undefined || message.from_user_id !== undefined);
export type InboundMessage = z.infer<typeof inboundMessage>;

export const messageStatus = z.looseObject({
	id: z.string().min(1),
	status: z.string().min(1),
	timestamp: unixSeconds.optional(),
	recipient_id: anyId.optional(),
	recipient_type: z.string().optional(),
	recipient_participant_id: anyId.optional(),
	participant_recipient_id: anyId.optional(),
	biz_opaque_callback_data: z.unknown().optional(),
	errors: z.array(platformError).optional().catch(undefined),
});

export const messageEcho = z.looseObject({
	id: z.string().min(1),
	timestamp: unixSeconds.optional(),
	message: z.looseObject({
		to: anyId,
		type: z.string(),
		text: z.looseObject({ body: z.string() }).optional(),
		biz_opaque_callback_data: z.unknown().optional(),
	}),
});

const control = z.looseObject({
	previous_owner_app_role: z.string().optional(),
	metadata: z.unknown().optional(),
});

export const handover = z.looseObject({
	type: z.string(),
	timestamp: unixSeconds.optional(),
	sender: z.looseObject({ phone_number: anyId.optional(), user_id: z.string().optional() }),
	recipient: metadata,
	control_passed: control.optional(),
	control_taken: control.optional(),
});

const templateOf = {
	message_template_id: anyId.optional(),
	message_template_name: z.string().min(1),
	message_template_language: z.string().min(1),
};

export const templateStatus = z.looseObject({
	...templateOf,
	event: z.string().min(1),
	reason: z.string().nullish(),
	other_info: z.looseObject({ title: z.string().optional(), description: z.string().optional() }).nullish(),
	rejection_info: z
		.looseObject({ reason: z.string().optional(), recommendation: z.string().optional() })
		.nullish(),
});

export const templateQuality = z.looseObject({
	...templateOf,
	previous_quality_score: z.string().optional(),
	new_quality_score: z.string(),
});

export const templateCategory = z.looseObject({
	...templateOf,
	previous_category: z.string().optional(),
	new_category: z.string().optional(),
	correct_category: z.string().optional(),
	category_update_timestamp: unixSeconds.optional(),
});

export const groupEntry = z.looseObject({
	group_id: anyId,
	timestamp: unixSeconds.optional(),
	type: z.string().optional(),
});

export const userPreference = z.looseObject({
	wa_id: anyId.optional(),
	user_id: z.string().optional(),
	category: z.string(),
	value: z.string(),
	timestamp: unixSeconds.optional(),
});
