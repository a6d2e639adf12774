import { DAY } from '../../base';
import type { DecisionOrigin } from '../../engine';
import { costsTogether } from '../../engine';
import type { Desk } from '../desk';
import { NotFound, sees, titleOfNumber } from '../desk';
import type { EntryRecord, TimelineRecord } from '../records';

/** How far back a timeline goes, and how many of each kind it has. */
const SINCE = 30 * DAY;
const ENTRIES = 300;

/** Where an execution is in n8n. */
function executionIn(
	{ n8nUrl }: Desk,
	{ workflow, execution }: DecisionOrigin,
): Pick<EntryRecord, 'executionUrl'> {
	if (n8nUrl === undefined || workflow === undefined || execution === undefined) return {};
	const path = ['workflow', workflow, 'executions', execution].map(encodeURIComponent).join('/');
	return { executionUrl: `${n8nUrl.href.replace(/\/*$/, '')}/${path}` };
}

/** What happened with a customer, and why. @throws NotFound */
export async function readTimeline(desk: Desk, customer: string): Promise<TimelineRecord> {
	const { engine, store, veil } = desk;
	const whom = veil.unseal(customer);
	if (whom === undefined || !sees(desk, whom.channel)) {
		throw new NotFound('This address is of an earlier console. Search for the customer again.');
	}
	const { channel, contact } = whom;
	const at = await engine.now(channel);
	const entries = await engine.timeline({ channel, to: contact, since: at - SINCE, limit: ENTRIES });
	const { window, windowClosesAt, holder, optedOut, personCalledAt } = await engine.conversation({
		channel,
		to: contact,
	});
	const spent = costsTogether(entries.flatMap(({ cost }) => cost ?? []));
	const profile = (await store.overview.profiles({ channel, contacts: [contact] })).get(contact);
	return {
		customer,
		number: await titleOfNumber(desk, channel),
		name: veil.name(contact),
		...(profile !== undefined && { profile: veil.sentence(profile) }),
		window,
		...(windowClosesAt !== undefined && { windowClosesAt }),
		holder,
		optedOut: [...optedOut],
		...(personCalledAt !== undefined && { personCalledAt }),
		...(spent !== undefined && { spent }),
		entries: entries.map(({ kind, at: when, sentence, status, decision }): EntryRecord => ({
			kind,
			at: when,
			sentence: veil.sentence(sentence),
			...(decision && { action: decision.action }),
			...(decision?.policy && { decidedBy: { rule: decision.rule, policy: decision.policy } }),
			...(status === 'failed' && { failed: true as const }),
			...(decision?.origin && { origin: decision.origin, ...executionIn(desk, decision.origin) }),
		})),
	};
}
