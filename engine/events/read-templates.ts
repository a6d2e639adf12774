import { normalizeLanguage, normalizeName } from '../../platform';
import {
	templateCategory,
	templateComponents,
	templateQuality,
	templateStatus,
} from '../../platform/wire/webhook-events';
import type { ChangeContext, ChangeReader } from './delivery';
import { dateOf, place, unknownEvent } from './delivery';
import { idOfContent } from './event-id';
import type {
	TemplateCategoryEvent,
	TemplateComponentsEvent,
	TemplateQualityEvent,
	TemplateStatusEvent,
} from './messaging-event';

type Kind = 'template_status' | 'template_quality' | 'template_category' | 'template_components';

interface TemplateValue {
	message_template_id?: string;
	message_template_name: string;
	message_template_language: string;
}

function baseOf<K extends Kind>(kind: K, value: TemplateValue, raw: unknown, context: ChangeContext) {
	const { message_template_id: id, message_template_name: name, message_template_language: language } = value;
	return {
		kind,
		id: idOfContent(kind, context.account, context.entryTime, raw),
		at: dateOf(undefined, context),
		...place(context, raw),
		...(context.entryTime === undefined && { undated: true as const }),
		template: { ...(id !== undefined && { id }), name, language: normalizeLanguage(language) },
	};
}

/** A template's status changed, under any of the field's three names. */
export const readTemplateStatus: ChangeReader = (value, context) => {
	const parsed = templateStatus.safeParse({
		event: value.status ?? value.new_status,
		message_template_name: value.name,
		message_template_language: value.language,
		...value,
	});
	if (!parsed.success) return [unknownEvent(value, context)];
	const { event: status, reason, other_info, rejection_info } = parsed.data;
	const reasonGiven = [reason, rejection_info?.reason].find((text) => text && text !== 'NONE');
	const event: TemplateStatusEvent = {
		...baseOf('template_status', parsed.data, value, context),
		status: normalizeName(status),
		...(reasonGiven && { reason: reasonGiven }),
		...(other_info?.title && { title: normalizeName(other_info.title) }),
		...(other_info?.description && { description: other_info.description }),
	};
	return [event];
};

/** A template's quality rating changed. */
export const readTemplateQuality: ChangeReader = (value, context) => {
	const parsed = templateQuality.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const { new_quality_score, previous_quality_score } = parsed.data;
	const event: TemplateQualityEvent = {
		...baseOf('template_quality', parsed.data, value, context),
		quality: normalizeName(new_quality_score),
		...(previous_quality_score && { previousQuality: normalizeName(previous_quality_score) }),
	};
	return [event];
};

/** A template's category changed, or will. */
export const readTemplateCategory: ChangeReader = (value, context) => {
	const parsed = templateCategory.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const {
		new_category,
		previous_category,
		correct_category,
		category_update_timestamp: seconds,
	} = parsed.data;
	const event: TemplateCategoryEvent = {
		...baseOf('template_category', parsed.data, value, context),
		// An announcement names the category that the template still has as the new one.
		...(new_category && !correct_category && { category: normalizeName(new_category) }),
		...(previous_category && { previousCategory: normalizeName(previous_category) }),
		...(correct_category && {
			announced: {
				category: normalizeName(correct_category),
				...(seconds !== undefined && { at: seconds * 1_000 }),
			},
		}),
	};
	return [event];
};

/** A template's content was replaced. */
export const readTemplateComponents: ChangeReader = (value, context) => {
	const parsed = templateComponents.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const {
		message_template_element: body,
		message_template_title: header,
		message_template_footer: footer,
		message_template_buttons: buttons,
	} = parsed.data;
	const event: TemplateComponentsEvent = {
		...baseOf('template_components', parsed.data, value, context),
		...(body !== undefined && { body }),
		...(header !== undefined && { header }),
		...(footer !== undefined && { footer }),
		...(buttons && {
			buttons: buttons.map((button) => ({
				...(button.message_template_button_type && { type: button.message_template_button_type }),
				...(button.message_template_button_text && { text: button.message_template_button_text }),
				...(button.message_template_button_url && { url: button.message_template_button_url }),
				...(button.message_template_button_phone_number && {
					phoneNumber: button.message_template_button_phone_number,
				}),
			})),
		}),
	};
	return [event];
};
