import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Action as Answer, Intent } from '../../engine';
import { recipientType, ruleOptions, to, toInTool } from '../shared/common-fields';
import type { Connected } from '../shared/connect';
import { connectRulesOf } from '../shared/connect';
import { decisionJson } from '../shared/decision-json';
import { refuseOtherStore } from '../shared/events/refuse-other-store';
import {
	describeUnsent,
	describeWrongRecipients,
	readIntentOptions,
	readTo,
	TO_IS_EMPTY,
	zoneTroubles,
} from '../shared/message/intent';
import { factTroubles, readOwnFacts } from '../shared/message/own-facts';
import type { Action, Form, Output } from '../shared/operation';
import type { ReadField } from '../shared/read/item-parameter';
import { createFormReader } from '../shared/read/item-parameter';
import { template } from '../shared/template/template-form';
import { readTemplateReference } from '../shared/template/template-reference';

/** The outputs, in order: one for each answer of the rules. */
const OUTPUTS: ReadonlyArray<{ name: string; answer: Answer }> = [
	{ name: 'Freeform', answer: 'freeform' },
	{ name: 'Template', answer: 'template' },
	{ name: 'Hold', answer: 'hold' },
	{ name: 'Skip', answer: 'skip' },
];

export const OUTPUT_NAMES = OUTPUTS.map(({ name }) => name);

/** The item with more fields, which come first so that people see them, at the output of an answer. */
function passOn(item: INodeExecutionData, answer: Answer, more: IDataObject): Output {
	const output = OUTPUTS.findIndex((each) => each.answer === answer);
	return { ...item, json: { ...more, ...item.json, ...more }, output };
}

/** From this version on, a recipient that can't be one is an error. Before, it was a customer who never wrote. */
const FIRST_STRICT_VERSION = 1.1;

const takesText = (context: IExecuteFunctions) => context.getNode().typeVersion < FIRST_STRICT_VERSION;

/** Which recipients of a node from before that version can't be one. */
function wrongRecipients(context: IExecuteFunctions): string | undefined {
	const items = context.getInputData();
	const isGroup = context.getNodeParameter('options.recipientType', 0, 'individual') === 'group';
	if (isGroup || !takesText(context)) return undefined;
	const toOf = createFormReader(context);
	return describeWrongRecipients(
		items.map((_, itemIndex) => String(toOf(itemIndex)('to') ?? '')),
		items.length,
	);
}

const fields: INodeProperties[] = [
	to,
	toInTool,
	{
		displayName: 'Has Freeform Content',
		name: 'freeform',
		type: 'boolean',
		default: true,
		description:
			'Whether you have a text, a file, or the like that can be sent while the conversation window is open',
	},
	{
		...template,
		hint: 'Used if the customer last wrote more than 24 hours ago, or never. Its category always counts: a customer who opted out of it is skipped.',
		description: 'The template that can be sent if no conversation is active',
	},
];

async function readIntent(
	context: IExecuteFunctions,
	get: ReadField,
	itemIndex: number,
	connected: Connected,
): Promise<{ intent: Intent; trace: boolean; warnings: string[] }> {
	const { channel, account } = connected.credential;
	const given = get('options', {}) as IDataObject;
	const options = readIntentOptions(given, context.getTimezone(), connected.settings);
	const { document } = connected.engine.policy;
	const facts = readOwnFacts(given, document);
	const reading = { takesText: takesText(context) };
	const to = await readTo(get, connected, options.recipientType, reading);
	if (to === '') throw new NodeOperationError(context.getNode(), TO_IS_EMPTY, { itemIndex });
	const chosen = context.getNodeParameter('template', itemIndex, '', { extractValue: true });
	const intent = {
		channel,
		account,
		to,
		freeform: get('freeform', true) as boolean,
		template: readTemplateReference(chosen),
		...options,
		...facts,
	};
	const warnings = [...zoneTroubles(given), ...factTroubles(given, document)];
	return { intent, trace: given.trace === true, warnings };
}

/** Asks the rules about every item, and passes it on to the output of the answer, with the field `decision`. */
export const decide: Action & Required<Form> = {
	outputs: OUTPUT_NAMES,
	fields,
	options: [...ruleOptions, recipientType],
	hint(output, context) {
		const decisions = output.map(({ decision }) => (decision ?? {}) as IDataObject);
		const warnings = decisions.flatMap((each) => (each.warnings as string[] | undefined) ?? []);
		const hints = [wrongRecipients(context), describeUnsent(decisions, output.length), ...new Set(warnings)];
		return hints.filter((each) => each !== undefined).join(' ');
	},
	async forEachItem(context, [first = 0]) {
		const rulesOf = connectRulesOf(context);
		await refuseOtherStore(context, await rulesOf(first));
		const read = createFormReader(context);
		const items = context.getInputData();
		return async (itemIndex) => {
			const connected = await rulesOf(itemIndex);
			const { intent, trace, warnings } = await readIntent(context, read(itemIndex), itemIndex, connected);
			const decision = await connected.sender.decide(intent, { trace });
			return [
				passOn(items[itemIndex]!, decision.action, {
					decision: {
						...decisionJson(decision, context.getTimezone()),
						...(warnings.length > 0 && { warnings }),
					},
				}),
			];
		};
	},
	// What can't be decided is held, so that it never falls through to sending.
	failed: (context, itemIndex, error) => passOn(context.getInputData()[itemIndex]!, 'hold', error),
};
