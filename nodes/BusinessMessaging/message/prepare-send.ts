import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { FreeformContent } from '../../../platform';
import { normalizeAddress, TEXT_BODY_LENGTH } from '../../../platform';
import type { Outcome } from '../../../sending';
import type { PolicyName } from '../../shared/connect';
import { connect } from '../../shared/connect';
import { apiErrorOf, errorJson } from '../../shared/gateway-failure';
import type { RunItem } from '../operation';
import { readTemplate } from './read-template';
import { createSendKeys } from './send-key';

/** What an operation that sends asks for. */
export interface SendForm {
	/** Sends in this form without asking the rules. */
	as?: 'freeform' | 'template';
	hasText: boolean;
	hasTemplate: boolean;
}

const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

/** An outcome as an item. */
function itemOf(
	to: string,
	{ action, rule, reason, retryAt, messageId, error, repeated, trace }: Outcome,
): IDataObject {
	return {
		to,
		action,
		rule,
		reason,
		retryAt: iso(retryAt),
		messageId: messageId ?? null,
		...(repeated && { repeated }),
		...(error && { refusal: errorJson(error) }),
		...(trace && { trace: trace as unknown as IDataObject[] }),
	};
}

function readText(context: IExecuteFunctions, itemIndex: number): FreeformContent | undefined {
	const body = String(context.getNodeParameter('text', itemIndex, '') ?? '');
	if (body.trim() === '') return undefined;
	if (body.length > TEXT_BODY_LENGTH) {
		throw new Error(`The text has ${body.length} characters; a message holds ${TEXT_BODY_LENGTH} at most.`);
	}
	return { type: 'text', text: { body } };
}

function readTime(value: unknown): number | undefined {
	if (value === undefined || value === '') return undefined;
	const time = Date.parse(String(value));
	if (Number.isNaN(time)) throw new Error(`Last Message of the Customer is not a time: ${String(value)}`);
	return time;
}

/** What is missing for the form, in words; empty when it is complete. */
function missingIn({ as }: SendForm, to: string, text: unknown, template: unknown): string[] {
	return [
		...(to === '' ? ['To is empty: it takes a phone number, an account ID, a user ID or a group ID.'] : []),
		...(as === 'freeform' && !text ? ['Text is empty.'] : []),
		...(as === 'template' && !template ? ['No template is chosen.'] : []),
		...(as === undefined && !text && !template ? ['There is neither a freeform text nor a template.'] : []),
	];
}

/** Sends one message an item: one item comes out for each. */
export async function prepareSend(context: IExecuteFunctions, form: SendForm): Promise<RunItem> {
	const policy = context.getNodeParameter('options.policy', 0, 'strict') as PolicyName;
	const { credential, sender } = await connect(context, policy);
	const keyOf = createSendKeys(context);
	const items = context.getInputData();

	return async (itemIndex) => {
		const to = normalizeAddress(String(context.getNodeParameter('to', itemIndex) ?? ''));
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const text = form.hasText ? readText(context, itemIndex) : undefined;
		const template = form.hasTemplate ? readTemplate(context, itemIndex) : undefined;
		const missing = missingIn(form, to, text, template);
		if (missing.length > 0) throw new NodeOperationError(context.getNode(), missing.join(' '), { itemIndex });

		const outcome = await sender.send(
			{
				channel: credential.channel,
				account: credential.account,
				to,
				recipientType: options.recipientType as 'individual' | 'group' | undefined,
				...(options.category ? { category: options.category as string } : {}),
				...(template && { template: { name: template.name, language: template.language } }),
				lastInboundAt: readTime(options.lastInboundAt),
			},
			{
				freeform: text,
				template: template && { components: template.components },
				...(options.replyTo ? { replyTo: options.replyTo as string } : {}),
			},
			{ once: keyOf(to, items[itemIndex]!.json, options), as: form.as, trace: options.trace === true },
		);
		const wasTried = outcome.action === 'freeform' || outcome.action === 'template';
		if (outcome.error && wasTried) throw apiErrorOf(context.getNode(), outcome.error, itemIndex);
		return [{ json: itemOf(to, outcome) }];
	};
}

/** How many went out in which form, and how many did not. */
export function countActions(output: IDataObject[]): string | undefined {
	const held = output.filter(({ action }) => action === 'hold').length;
	const skipped = output.filter(({ action }) => action === 'skip').length;
	const parts = [...(held > 0 ? [`${held} held`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
	return parts.length > 0 ? `${parts.join(', ')} of ${output.length}. Each item says why.` : undefined;
}
