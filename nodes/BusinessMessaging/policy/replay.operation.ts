import type { IDataObject } from 'n8n-workflow';
import type { Replay } from '../../../engine';
import { findPolicy } from '../../../engine';
import { connect } from '../../shared/connect';
import { isoTime } from '../../shared/times';
import type { Operation } from '../../shared/operation';
import { readTime } from '../../shared/read/values';
import { since } from '../conversation/get-messages.operation';
import { existingPolicyField } from './fields';

/** A replay, as an item carries it: times as ISO 8601. */
const replayJson = ({ sentence, changes, ...counts }: Replay): IDataObject => ({
	sentence,
	...counts,
	changes: changes.map(({ examples, ...change }) => ({
		...change,
		examples: examples.map(({ contact, key, at }) => ({ contact, key, at: isoTime(at) })),
	})) as unknown as IDataObject[],
});

/** Tells what another policy would have decided about the messages of the past. */
export const replay: Operation = {
	value: 'replay',
	name: 'Replay',
	description:
		'See what a policy would have decided about the messages of the past, before you use it: what changes, by rule before and after',
	action: 'Replay past decisions with a policy',
	hint: ([replayed, ...others]) =>
		replayed?.sentence === undefined || others.length > 0 ? undefined : String(replayed.sentence),
	fields: [existingPolicyField, since],
	async forEachItem(context) {
		const { store, engine, credential } = await connect(context);
		return async (itemIndex) => {
			const policy = await findPolicy(store, context.getNodeParameter('policyName', itemIndex) as string);
			const given = context.getNodeParameter('since', itemIndex, '');
			const from = readTime(given, 'Since', context.getTimezone()) ?? 0;
			const { channel } = credential;
			const signal = context.getExecutionCancelSignal();
			const replayed = await engine.withPolicy(policy).replay({ since: from, channel, signal });
			const { name, version } = policy;
			return [{ json: { ...replayJson(replayed), policy: name, policyVersion: version } }];
		};
	},
};
