import { DAY, SECOND } from '../../base';
import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { SentMessage } from './ledger';

const DAYS_30_SECONDS = (30 * DAY) / SECOND;
const CODE_SECONDS = 10 * 60;

/**
 * When the platform drops a message that wasn't delivered until then, epoch ms, which no event tells: the template's
 * time to live, by default 10 minutes for AUTHENTICATION and 30 days otherwise. That of a MARKETING template doesn't
 * count here, as it needs the marketing path (docs/interface.md, Pacing and time to live).
 */
export function droppedAt({ templates }: World, { at, template }: SentMessage): number {
	const known = template && findTemplate(templates, template.name, template.language);
	return at + timeToLiveOf(known) * 1000;
}

function timeToLiveOf(template: ReturnType<typeof findTemplate>): number {
	if (template === undefined || template.category === 'MARKETING') return DAYS_30_SECONDS;
	const { category, timeToLive = category === 'AUTHENTICATION' ? CODE_SECONDS : DAYS_30_SECONDS } = template;
	return timeToLive === -1 ? DAYS_30_SECONDS : timeToLive;
}
