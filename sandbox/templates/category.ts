import type { World } from '../world';
import type { Category, Template } from './template';

const MARKETING_WORDS = /\b(discount|sale|coupon|promotion|special offer|buy now)\b|\d\s?% off/i;

/** Whether the platform disagrees with the category: a UTILITY template that reads like marketing. */
export function isMiscategorised({
	category,
	components,
}: Pick<Template, 'category' | 'components'>): boolean {
	return category === 'UTILITY' && components.some(({ text = '' }) => MARKETING_WORDS.test(text));
}

/** How long before a change of category the platform announces it. Facts 2026, §9. */
export const ANNOUNCED_MS = 24 * 60 * 60 * 1000;

/** Gives a template another category, with `template_category_update`. Its status stays. Facts 2026, §9. */
export function recategorise(world: World, template: Template, category: Category = 'MARKETING'): void {
	const previous = template.category;
	template.category = category;
	emit(world, template, { previous_category: previous, new_category: category });
}

/** Announces a change of category, and makes it `after` so many ms. At once without an announcement if 0. */
export function changeCategory(world: World, template: Template, category: Category, after: number): void {
	if (after === 0) return recategorise(world, template, category);
	const at = world.clock.now() + after;
	emit(world, template, {
		correct_category: category,
		new_category: template.category,
		category_update_timestamp: Math.floor(at / 1000),
	});
	world.clock.schedule(at, () => recategorise(world, template, category));
}

function emit(world: World, { id, name, language }: Template, change: object): void {
	world.webhooks.emit({
		field: 'template_category_update',
		conversation: `template:${name}`,
		value: {
			message_template_id: Number(id),
			message_template_name: name,
			message_template_language: language,
			...change,
		},
	});
}
