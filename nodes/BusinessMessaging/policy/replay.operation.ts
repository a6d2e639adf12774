import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ChangedDecision, Replay } from '../../../engine';
import { changesAsCsv, findPolicy } from '../../../engine';
import { onlyCampaign } from '../../shared/campaign-list';
import { connect } from '../../shared/connect';
import { profilesOf } from '../../shared/profiles';
import { inUnits } from '../../shared/spending-json';
import { ranOften } from '../../shared/run-action';
import { isoTime } from '../../shared/times';
import type { Operation } from '../../shared/operation';
import { readName, readTime } from '../../shared/read/values';
import { since } from '../conversation/get-messages.operation';
import { existingPolicyField } from './fields';

type Profiles = ReadonlyMap<string, string>;

/** A replay, as an item carries it: times as ISO 8601, amounts in units of the currency. */
const replayJson = ({ sentence, changes, ...counts }: Replay, profiles: Profiles): IDataObject => ({
	sentence,
	...counts,
	changes: changes.map(({ examples, cost, longestWait: _, ...change }) => ({
		...change,
		...(cost && { cost: { ...cost, ...inUnits({ amount: cost.amount }) } }),
		examples: examples.map(({ contact, key, at, until }) => ({
			contact,
			contactName: profiles.get(contact) ?? null,
			key,
			at: isoTime(at),
			...(until !== undefined && { until: isoTime(until) }),
		})),
	})) as unknown as IDataObject[],
});

const customersFile: INodeProperties = {
	displayName: 'Customers as a File',
	name: 'customersFile',
	type: 'boolean',
	default: false,
	description:
		'Whether the item has a CSV file, in the field <code>customers</code>, with each decision that differs: when, about which customer, what was decided before and after, until when it would have waited, and what the message costs at most if only one of the two sends it',
};

/** What differs, if all items asked about the same; undefined if they didn't. */
function describeReplay(output: IDataObject[]): string | undefined {
	const replays = output.map(({ lines }) => lines).filter((lines): lines is string[] => Array.isArray(lines));
	const [lines, ...others] = new Map(replays.map((each) => [each.join('\n'), each])).values();
	if (!lines || others.length > 0) return undefined;
	const { length } = replays;
	return [...lines, ...(length > 1 ? [ranOften(length, 'policy')] : [])].join('\n');
}

/** Tells what another policy would have decided about the messages of the past. */
export const replay: Operation = {
	value: 'replay',
	name: 'Replay',
	description:
		'See what a policy would have decided about the messages of the past, before you use it: what changes, by rule before and after',
	action: 'Replay past decisions with a policy',
	hint: describeReplay,
	fields: [existingPolicyField, since, onlyCampaign, customersFile],
	async forEachItem(context) {
		const { store, engine, credential } = await connect(context);
		return async (itemIndex) => {
			const policy = await findPolicy(store, context.getNodeParameter('policyName', itemIndex) as string);
			const given = context.getNodeParameter('since', itemIndex, '');
			const from = readTime(given, 'Since', context.getTimezone()) ?? 0;
			const { channel, account } = credential;
			const campaign = readName(
				context.getNodeParameter(onlyCampaign.name, itemIndex, '', { extractValue: true }),
				onlyCampaign.displayName,
			);
			const signal = context.getExecutionCancelSignal();
			const isListed = context.getNodeParameter('customersFile', itemIndex, false) === true;
			const changed: ChangedDecision[] = [];
			const replayed = await engine.withPolicy(policy).replay({
				since: from,
				channel,
				account,
				...(campaign !== '' && { campaign }),
				signal,
				...(isListed && { onChange: (change) => void changed.push(change) }),
			});
			const { name, version } = policy;
			const examples = replayed.changes.flatMap((change) => change.examples);
			const profiles = await profilesOf(
				store,
				channel,
				(isListed ? changed : examples).map(({ contact }) => contact),
			);
			const json = { ...replayJson(replayed, profiles), policy: name, policyVersion: version };
			if (!isListed) return [{ json }];
			const file = Buffer.from(changesAsCsv(changed, profiles));
			const customers = await context.helpers.prepareBinaryData(file, `${name}-changes.csv`, 'text/csv');
			return [{ json, binary: { customers } }];
		};
	},
};
