import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Action, Intent } from '../../engine';
import { normalizeAddress } from '../../platform';
import { readIntentOptions } from '../shared/message/read-intent-options';
import { readTemplateReference } from '../shared/template/template-reference';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { decisionJson } from '../shared/json/decision-json';
import { errorItem, shownError } from '../shared/errors/item-errors';

/** The outputs, in their order: one for each answer of the rules. */
export const OUTPUTS: ReadonlyArray<{ name: string; action: Action }> = [
	{ name: 'Freeform', action: 'freeform' },
	{ name: 'Template', action: 'template' },
	{ name: 'Hold', action: 'hold' },
	{ name: 'Skip', action: 'skip' },
];

/** The output of an answer. What could not be decided is held: it never falls through to sending. */
const indexOf = (action: Action) => OUTPUTS.findIndex((output) => output.action === action);

function readIntent(context: IExecuteFunctions, itemIndex: number, { channel, account }: Credential): Intent {
	const given = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const options = readIntentOptions(given, context.getTimezone());
	const address = String(context.getNodeParameter('to', itemIndex) ?? '').trim();
	const to = options.recipientType === 'group' ? address : normalizeAddress(address);
	if (to === '')
		throw new NodeOperationError(context.getNode(), 'To is empty: whom is the message for?', { itemIndex });
	const chosen = context.getNodeParameter('template', itemIndex, '', { extractValue: true }) as string;
	return {
		channel,
		account,
		to,
		freeform: context.getNodeParameter('freeform', itemIndex, true) as boolean,
		template: readTemplateReference(chosen),
		...options,
	};
}

/** Asks the rules about every item, and passes it on to the output of the answer, with the field `decision`. */
export async function decideItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { policy = 'strict', trace = false } = this.getNodeParameter('options', 0, {}) as {
		policy?: string;
		trace?: boolean;
	};
	const { credential, sender } = await connect(this, policy);
	const outputs: INodeExecutionData[][] = OUTPUTS.map(() => []);
	const put = (action: Action, item: INodeExecutionData, itemIndex: number, more: IDataObject) => {
		const json = { ...item.json, ...more };
		outputs[indexOf(action)]!.push({ ...item, json, pairedItem: { item: itemIndex } });
	};

	for (const [itemIndex, item] of this.getInputData().entries()) {
		try {
			const decision = await sender.decide(readIntent(this, itemIndex, credential), { trace });
			put(decision.action, item, itemIndex, { decision: decisionJson(decision) });
		} catch (error) {
			const failure = shownError(this, error, itemIndex);
			if (!this.continueOnFail()) throw failure;
			put('hold', item, itemIndex, errorItem(failure));
		}
	}
	return outputs;
}
