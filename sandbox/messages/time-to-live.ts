import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { SentMessage } from './ledger';

const DAYS_30 = 30 * 24 * 60 * 60;
const CODE = 10 * 60;

/**
 * Whether a message waited so long for its delivery that the platform dropped it, which no event tells: the template's
 * time to live, by default 10 minutes for AUTHENTICATION and 30 days otherwise. That of a MARKETING template doesn't
 * count here, as it needs the marketing path. Facts 2026, §9.
 */
export function isDropped({ clock, templates }: World, { at, template }: SentMessage): boolean {
	const known = template && findTemplate(templates, template.name, template.language);
	return clock.now() - at >= secondsOf(known) * 1000;
}

function secondsOf(template: ReturnType<typeof findTemplate>): number {
	if (template === undefined || template.category === 'MARKETING') return DAYS_30;
	const { category, timeToLive = category === 'AUTHENTICATION' ? CODE : DAYS_30 } = template;
	return timeToLive === -1 ? DAYS_30 : timeToLive;
}
