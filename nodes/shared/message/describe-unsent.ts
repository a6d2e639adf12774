import type { IDataObject } from 'n8n-workflow';

/** The reason why messages weren't sent, if it is the same for all of them. */
function whyOf(unsent: readonly IDataObject[]): string {
	const [reason, ...others] = new Set(unsent.map((each) => each.reason));
	return typeof reason === 'string' && others.length === 0 ? `: ${reason}` : '. Each item says why.';
}

/**
 * Says how many messages were held, kept, or skipped, and why; undefined if none was.
 * @param decisions with `action`, `reason`, and `kept`. `total`: how many messages there were in all
 */
export function describeUnsent(decisions: readonly IDataObject[], total: number): string | undefined {
	const held = decisions.filter(({ action }) => action === 'hold');
	const kept = held.filter((each) => each.kept === true);
	const skipped = decisions.filter(({ action }) => action === 'skip');
	const counts = [
		...(held.length > kept.length ? [`${held.length - kept.length} held`] : []),
		...(kept.length > 0 ? [`${kept.length} kept`] : []),
		...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
	];
	if (counts.length === 0) return undefined;
	return `${counts.join(', ')} of ${total}${whyOf([...held, ...skipped])}`;
}
