import { DAY } from '../../base';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import type { Category, Template } from './template';

const EDITABLE = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/**
 * Refuses edits that break the platform's rules, if the settings ask for them: only approved, rejected, and paused
 * templates can be edited; an approved one once in 24 hours and ten times in 30 days, and never its category. Facts.
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
