import type { Definition } from '../definition';
import { timeToLive } from './limits';

/** The time to live of a template's messages, within the range of its category. Facts 2026, §9. */
export function timeToLiveProblems({ category, message_send_ttl_seconds: seconds }: Definition): string[] {
	if (seconds === undefined) return [];
	const { min, max, orLongest } = timeToLive[category];
	if ((orLongest && seconds === -1) || (seconds >= min && seconds <= max)) return [];
	const longest = orLongest ? ', or -1' : '';
	return [`message_send_ttl_seconds must be from ${min} to ${max}${longest} for ${category}, got ${seconds}`];
}
