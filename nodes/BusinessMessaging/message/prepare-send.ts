import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { InvalidRequest, validateMessage } from '../../../gateway';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/json/decision-json';
import { toApiError } from '../../shared/errors/gateway-failure';
import { createItemFiles, readContent } from '../../shared/message/content';
import { readIntentOptions } from '../../shared/message/read-intent-options';
import { readTo, TO_IS_EMPTY } from '../../shared/message/read-to';
import type { RunItem } from '../../shared/operation';
import { createTemplateReader } from '../../shared/template/read-template';
import { createSendKeys } from './send-key';

/** What the form of an operation that sends has. */
interface SendForm {
	/** Sends in this form without asking the rules. */
	as?: 'freeform' | 'template';
	hasFreeform: boolean;
	hasTemplate: boolean;
}

/** @throws InvalidRequest that names every limit that the message would break in either form */
function checkLimits(common: object, freeform: object | undefined, template: object | undefined): void {
	const problems = [
		...(freeform ? validateMessage({ ...common, ...freeform }) : []),
		...(template ? validateMessage({ ...common, type: 'template', template }) : []),
	];
	if (problems.length > 0) throw new InvalidRequest(problems);
}

/** What the form is missing, in sentences; empty if it is complete. */
function missingIn({ as }: SendForm, to: string, freeform: unknown, template: unknown): string[] {
	return [
		...(to === '' ? [TO_IS_EMPTY] : []),
		...(as === 'freeform' && !freeform ? ['Freeform Text is empty.'] : []),
		...(as === 'template' && !template ? ['No template is chosen.'] : []),
		...(as === undefined && !freeform && !template ? ['Enter freeform content or choose a template.'] : []),
	];
}

/** Sends one message an item. One item comes out for each. */
export async function prepareSend(context: IExecuteFunctions, form: SendForm): Promise<RunItem> {
	const policy = context.getNodeParameter('options.policy', 0, 'strict') as string;
	const { credential, sender, gateway } = await connect(context, policy);
	const fileOf = createItemFiles(context, gateway);
	const readTemplate = createTemplateReader(context, gateway);
	const keyOf = createSendKeys(context);
	const items = context.getInputData();

	return async (itemIndex) => {
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const intent = readIntentOptions(options, context.getTimezone());
		const to = readTo(context, itemIndex, intent.recipientType);
		const freeform = form.hasFreeform ? readContent(context, itemIndex, fileOf) : undefined;
		const template = form.hasTemplate ? await readTemplate(itemIndex) : undefined;
		const missing = missingIn(form, to, freeform, template);
		if (missing.length > 0) throw new NodeOperationError(context.getNode(), missing.join(' '), { itemIndex });
		const { name, language, components } = template ?? {};
		checkLimits(
			{ to, recipient_type: intent.recipientType },
			freeform?.content,
			template && { name, language: { code: language }, components },
		);

		const whole = {
			channel: credential.channel,
			account: credential.account,
			to,
			...(template && { template: { name: template.name, language: template.language } }),
			...intent,
		};
		const content = {
			template: template && { components: template.components },
			...(options.replyTo ? { replyTo: options.replyTo as string } : {}),
		};
		const campaign = String(options.campaignKey ?? '').trim();
		const once = campaign === '' ? { once: keyOf(to, items[itemIndex]!.json, options) } : { campaign };
		const asked = { ...once, as: form.as, trace: options.trace === true };
		const outcome = await sender.send(whole, { ...content, freeform: freeform?.ready }, asked);
		const wasTried = outcome.action === 'freeform' || outcome.action === 'template';
		if (outcome.error && wasTried) throw toApiError(context.getNode(), outcome.error, itemIndex);

		const isKept = options.whenHeld === 'keep' && outcome.action === 'hold' && !outcome.repeated;
		if (isKept) {
			const { retryAt: dueAt, rule, reason } = outcome;
			const ready = { ...content, freeform: await freeform?.ready() };
			await sender.keep(whole, ready, { ...once, policy, dueAt, rule, reason });
		}
		const json = { to, ...decisionJson(outcome), messageId: outcome.messageId ?? null };
		return [{ json: { ...json, ...(isKept && { kept: true }) } }];
	};
}

/** Says how many messages were held and skipped. */
export function countActions(output: IDataObject[]): string | undefined {
	const held = output.filter(({ action }) => action === 'hold').length;
	const skipped = output.filter(({ action }) => action === 'skip').length;
	const parts = [...(held > 0 ? [`${held} held`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
	return parts.length > 0 ? `${parts.join(', ')} of ${output.length}. Each item says why.` : undefined;
}
