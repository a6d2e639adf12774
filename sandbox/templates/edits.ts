import { metaRefusal } from '../refusal';
import type { World } from '../world';
import type { Category, Template } from './template';

const DAY = 24 * 60 * 60 * 1000;
const EDITABLE = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/**
 * Refuses an edit by the platform's rules, where the setting asks for them: only what is approved, rejected or
 * paused; an approved template once in 24 hours, ten times in 30 days, and never its category. Facts.
 */
export function checkEdit(
	{ clock, settings }: World,
	template: Template,
	category: Category | undefined,
): void {
	const edits = template.edits;
	const since = (ms: number) => edits.filter((at) => clock.now() - at < ms).length;
	if (settings.editRules === 'platform') {
		if (!EDITABLE.has(template.status))
			throw metaRefusal(400, `a template that is ${template.status} cannot be edited`);
		if (template.status === 'APPROVED') {
			if (category !== undefined && category !== template.category) {
				throw metaRefusal(400, 'the category of an approved template cannot be changed');
			}
			if (since(DAY) >= 1) throw metaRefusal(400, 'an approved template can be edited once in 24 hours');
			if (since(30 * DAY) >= 10)
				throw metaRefusal(400, 'an approved template can be edited 10 times in 30 days');
		}
	}
	edits.push(clock.now());
}
