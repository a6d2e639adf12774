import type { World } from '../world';
import { reject } from './lifecycle';
import type { Template } from './template';

const MARKETING_WORDS = /\b(discount|sale|coupon|promotion|special offer|buy now|% off)\b|\d\s?% off/i;

/** Whether the platform disagrees with the category: a UTILITY template that reads like marketing. */
export function isMiscategorised({
	category,
	components,
}: Pick<Template, 'category' | 'components'>): boolean {
	return category === 'UTILITY' && components.some(({ text = '' }) => MARKETING_WORDS.test(text));
}

/**
 * Judges the category of a submitted template. By default it is REJECTED with TAG_CONTENT_MISMATCH and an event
 * with INCORRECT_CATEGORY (interface); by setting it becomes MARKETING instead (the platform since April 2025).
 */
export function judgeCategory(world: World, template: Template): void {
	if (!isMiscategorised(template)) return;
	if (world.settings.categoryMismatch === 'reject') {
		return reject(world, template, 'TAG_CONTENT_MISMATCH', 'INCORRECT_CATEGORY');
	}
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
