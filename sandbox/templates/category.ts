import type { World } from '../world';
import type { Template } from './template';

const MARKETING_WORDS = /\b(discount|sale|coupon|promotion|special offer|buy now)\b|\d\s?% off/i;

/** Whether the platform disagrees with the category: a UTILITY template that reads like marketing. */
export function isMiscategorised({
	category,
	components,
}: Pick<Template, 'category' | 'components'>): boolean {
	return category === 'UTILITY' && components.some(({ text = '' }) => MARKETING_WORDS.test(text));
}

/** Makes a template MARKETING, as the platform has done since April 2025, with `template_category_update`. */
export function recategorise(world: World, template: Template): void {
	const previous = template.category;
	template.category = 'MARKETING';
	world.webhooks.emit({
		field: 'template_category_update',
		conversation: `template:${template.name}`,
		value: {
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: template.language,
			previous_category: previous,
			new_category: template.category,
		},
	});
}
