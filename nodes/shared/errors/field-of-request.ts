import type { TemplateMessageComponent } from '../../../platform';

/** What the form calls a field of a request, if it isn't the field's own name. */
const LABELS: Readonly<Record<string, string>> = {
	'text.body': 'Freeform Text',
	recipient_type: 'Recipient Type',
	message_id: 'Message ID',
	'template.name': 'Template',
	'template.language': 'Template',
	'template.language.code': 'Template',
	biz_opaque_callback_data: 'Callback Data',
	'interactive.body.text': 'Body',
	'interactive.action.parameters': 'Flow',
	'interactive.action.parameters.flow_id': 'Flow',
	'interactive.action.parameters.flow_name': 'Flow',
	'interactive.action.parameters.flow_cta': 'Button Label',
	'interactive.action.parameters.display_text': 'Button Label',
	'interactive.action.button': 'Button Label',
	'interactive.action.product_retailer_id': 'Product ID',
	startAt: 'Starts At',
	endAt: 'Ends At',
	template: 'Template',
	key: 'Recipient Key',
	with: 'Return With Replies',
	lastInboundAt: 'Last Message of the Customer',
	timeZone: 'Time Zone',
};

/** Names that only hold others: people don't meet them in the form. */
const WRAPPERS: ReadonlySet<string> = new Set(['interactive', 'action', 'reply', 'parameters', 'template']);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const isNumber = (part: string) => /^\d+$/.test(part);
const asWords = (name: string) =>
	name
		.split('_')
		.map((word) => (/^(id|url)$/.test(word) ? word.toUpperCase() : capital(word)))
		.join(' ');

/** What the form calls the parts of a carousel's card. */
const OF_CARD: ReadonlyArray<readonly [path: RegExp, label: string]> = [
	[/^header/, 'Media'],
	[/^body/, 'Text'],
	[/^action\.buttons/, 'Reply Buttons'],
	[/display_text$/, 'Link Label'],
	[/url$/, 'Link URL'],
];

/** A place in a card of a carousel. */
function labelInCard(path: string): string | undefined {
	const [, index, rest = ''] = /^interactive\.action\.cards\.(\d+)\.(.*)$/.exec(path) ?? [];
	const part = OF_CARD.find(([pattern]) => pattern.test(rest));
	return index === undefined || !part ? undefined : `Card ${Number(index) + 1}, ${part[1]}`;
}

/** `buttons.0.reply.title`: Button 1, Title. */
function labelOf(path: string): string {
	const labels: string[] = [];
	for (const part of path.split('.')) {
		const list = labels.at(-1);
		if (isNumber(part) && list !== undefined) {
			labels[labels.length - 1] = `${list.replace(/s$/, '')} ${Number(part) + 1}`;
		} else if (!WRAPPERS.has(part)) labels.push(asWords(part));
	}
	return labels.join(', ') || 'The request';
}

function labelOfParameter(component: TemplateMessageComponent | undefined, index: number): string {
	const { type = '', parameters = [] } = component ?? {};
	const { type: kind = 'text', parameter_name: name } = { ...parameters[index] };
	if (type === 'button') return `Button ${Number(component!.index ?? 0) + 1}, Value`;
	const what = kind === 'text' ? `{{${typeof name === 'string' ? name : index + 1}}}` : asWords(kind);
	return `${asWords(type)} ${what}`.trim();
}

/** A place in a template's message: `components.0.parameters.1`, also in a card. */
function labelInTemplate(path: string, components: readonly TemplateMessageComponent[]): string | undefined {
	const [, place, rest = ''] = /^components\.(\d+)\.?(.*)$/.exec(path) ?? [];
	if (place === undefined) return undefined;
	const component = components[Number(place)];
	const [, card, inCard] = /^cards\.(\d+)\.?(.*)$/.exec(rest) ?? [];
	if (card !== undefined) {
		const of = (component?.cards as Array<{ components: TemplateMessageComponent[] }> | undefined)?.[
			Number(card)
		];
		return [`Card ${Number(card) + 1}`, labelInTemplate(inCard!, of?.components ?? [])]
			.filter(Boolean)
			.join(', ');
	}
	const [, parameter] = /^parameters\.(\d+)/.exec(rest) ?? [];
	return parameter === undefined
		? asWords(component?.type ?? 'template')
		: labelOfParameter(component, Number(parameter));
}

/**
 * What people call a field of a request.
 *
 * @param path the field by the interface's names, for example `image.caption` or `template.components.0.parameters.1`
 * @param components the parts of the template's message, if the request is one
 */
export function fieldOfRequest(path: string, components: readonly TemplateMessageComponent[] = []): string {
	const inTemplate =
		path.startsWith('template.') && labelInTemplate(path.slice('template.'.length), components);
	if (path.startsWith('facts.')) return 'Facts';
	return inTemplate || (LABELS[path] ?? labelInCard(path) ?? labelOf(path));
}
