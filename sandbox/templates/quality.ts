import type { World } from '../world';
import type { Template } from './template';

/** Rates a template, with the event `message_template_quality_update`. Facts, §4. */
export function setQuality(world: World, template: Template, quality: Template['quality']): void {
	const previous = template.quality;
	template.quality = quality;
	world.webhooks.emit({
		field: 'message_template_quality_update',
		conversation: `template:${template.name}`,
		value: {
			previous_quality_score: previous,
			new_quality_score: quality,
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: template.language,
		},
	});
}
