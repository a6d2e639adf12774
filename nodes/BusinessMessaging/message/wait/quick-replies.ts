import type { Question } from '../../../../engine';
import { writeChoiceToken } from '../../../../engine';
import type { GatewayClient } from '../../../../gateway';
import type { TemplateMessageComponent } from '../../../../platform';
import type { TemplateReference } from '../../../shared/template/template-reference';
import { partsOf } from '../../../shared/template/template-variables';

/** The places of a template's quick replies among its buttons. */
async function quickRepliesOf(
	gateway: GatewayClient,
	{ name, language }: TemplateReference,
): Promise<number[] | undefined> {
	const template = await gateway.templates.get(name, language);
	if (!template) return undefined;
	const { buttons = [] } = partsOf(template.components ?? []).find(({ type }) => type === 'BUTTONS') ?? {};
	return buttons.flatMap(({ type }, index) => (type === 'QUICK_REPLY' ? [index] : []));
}

const isPayload = ({ type, sub_type }: TemplateMessageComponent) =>
	type === 'button' && sub_type === 'quick_reply';

/**
 * A template's components with the choices as its quick replies, in their order, for a wait with some token. A template
 * that the gateway doesn't know stays as it is: the rules say so.
 * @throws Error if the template has fewer quick replies than there are choices
 */
export async function withQuickReplies(
	gateway: GatewayClient,
	template: TemplateReference & { components: TemplateMessageComponent[] },
	question: Question,
): Promise<(wait: string) => TemplateMessageComponent[]> {
	const { name, components } = template;
	const places = question.kind === 'text' ? undefined : await quickRepliesOf(gateway, template);
	if (question.kind === 'text' || !places) return () => components;
	const { choices } = question;
	if (places.length < choices.length) {
		throw new Error(
			`The template ${name} has ${places.length === 1 ? '1 quick reply' : `${places.length} quick replies`}, and the customer has ${choices.length === 1 ? '1 choice' : `${choices.length} choices`}. Choose a template that has a quick reply for each choice, in the same order.`,
		);
	}
	const others = components.filter((component) => !isPayload(component));
	return (wait) => [
		...others,
		...choices.map((_, index) => ({
			type: 'button',
			sub_type: 'quick_reply',
			index: String(places[index]),
			parameters: [{ type: 'payload', payload: writeChoiceToken({ wait, index }) }],
		})),
	];
}
