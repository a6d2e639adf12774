import type { World } from '../world';
import { halt } from './lifecycle';
import { emitTemplateStatus } from './status-event';
import type { Template } from './template';

/** An appeal against the template's status. Interface: "any (appealed)". */
export function startAppeal(world: World, template: Template): void {
	halt(template);
	template.appealed = template.status;
	template.status = 'IN_APPEAL';
	emitTemplateStatus(world, template, { event: 'IN_APPEAL' });
}

/** The decision: the violation is reversed, or unchanged. */
export function decideAppeal(world: World, template: Template, decision: 'reversed' | 'unchanged'): void {
	const before = template.appealed ?? 'REJECTED';
	template.status = decision === 'reversed' ? 'APPROVED' : before;
	template.appealed = undefined;
	if (decision === 'unchanged') return emitTemplateStatus(world, template, { event: before });
	emitTemplateStatus(world, template, { event: before === 'DISABLED' ? 'REINSTATED' : 'APPROVED' });
}
