import type { World } from '../world';
import type { Template } from './template';

/** What a status event says beside its name. `reason` may be null on the wire. */
export interface StatusChange {
	readonly event: string;
	readonly reason?: string | null;
	readonly other_info?: { readonly title: string; readonly description: string };
	readonly disable_info?: { readonly disable_date: number };
	readonly rejection_info?: { readonly reason: string; readonly recommendation: string };
}

/** Emits a template's change of status. Facts, §4: no phone number id, an integer id, perhaps `en-US` for `en_US`. */
export function emitTemplateStatus(
	world: World,
	template: Template,
	{ event, reason = 'NONE', ...info }: StatusChange,
): void {
	const { hyphenatedLanguages, templateStatusField } = world.settings;
	template.announced = world.webhooks.emit({
		field: templateStatusField,
		conversation: `template:${template.name}`,
		value: {
			event,
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: hyphenatedLanguages
				? template.language.replace('_', '-')
				: template.language,
			message_template_category: template.category,
			reason,
			...info,
		},
	});
}
