import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { FreeformContent } from '../../../platform';
import { normalizeAddress, TEXT_BODY_LENGTH } from '../../../platform';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/decision-json';
import { apiErrorOf } from '../../shared/gateway-failure';
import type { RunItem } from '../operation';
import { readIntentOptions } from './read-intent-options';
import { readTemplate } from './read-template';
import { createSendKeys } from './send-key';

/** What an operation that sends asks for. */
export interface SendForm {
	/** Sends in this form without asking the rules. */
	as?: 'freeform' | 'template';
	hasText: boolean;
	hasTemplate: boolean;
}

function readText(context: IExecuteFunctions, itemIndex: number): FreeformContent | undefined {
	const body = String(context.getNodeParameter('text', itemIndex, '') ?? '');
	if (body.trim() === '') return undefined;
	if (body.length > TEXT_BODY_LENGTH) {
		throw new Error(`The text has ${body.length} characters; a message holds ${TEXT_BODY_LENGTH} at most.`);
	}
	return { type: 'text', text: { body } };
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
	const policy = context.getNodeParameter('options.policy', 0, 'strict') as string;
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
				...(template && { template: { name: template.name, language: template.language } }),
				...readIntentOptions(options),
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
		return [{ json: { to, ...decisionJson(outcome), messageId: outcome.messageId ?? null } }];
	};
}

/** How many went out in which form, and how many did not. */
export function countActions(output: IDataObject[]): string | undefined {
	const held = output.filter(({ action }) => action === 'hold').length;
	const skipped = output.filter(({ action }) => action === 'skip').length;
	const parts = [...(held > 0 ? [`${held} held`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
	return parts.length > 0 ? `${parts.join(', ')} of ${output.length}. Each item says why.` : undefined;
}
