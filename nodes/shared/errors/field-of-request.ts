import type { Path } from '../../../base';
import { dottedPath, isWithin } from '../../../base';
import type { TemplateMessageComponent } from '../../../platform';

/** What the form calls a field of a request, if it isn't the field's own name. */
const LABELS: Readonly<Record<string, string>> = {
	'text.body': 'Freeform Text',
	'document.filename': 'File Name',
	recipient_type: 'Recipient Type',
	message_id: 'Message ID',
	'context.message_id': 'Reply To',
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
	join_approval_mode: 'Joining',
	join_requests: 'Join Request IDs',
	id: 'Campaign ID',
	key: 'Recipient Key',
	with: 'Return With Replies',
	lastInboundAt: 'Last Message of the Customer',
	timeZone: 'Time Zone',
};

const MEDIA = /^(image|video|audio|document|sticker)\.(link|id)$/;
const HEADER_MEDIA = /^interactive\.header\.(image|video|document)\.(link|id)$/;

/** Names that only hold others: people don't meet them in the form. */
const WRAPPERS: ReadonlySet<string> = new Set(['interactive', 'action', 'reply', 'parameters', 'template']);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const asWords = (name: string) =>
	name
		.split('_')
		.map((word) => (/^(id|url)$/.test(word) ? word.toUpperCase() : capital(word)))
		.join(' ');

/** What the form calls the parts of a carousel's card. */
const OF_CARD: ReadonlyArray<readonly [path: Path, label: string]> = [
	[['header'], 'Media'],
	[['body'], 'Text'],
	[['action', 'buttons'], 'Reply Buttons'],
	[['action', 'parameters', 'display_text'], 'Link Label'],
	[['action', 'parameters', 'url'], 'Link URL'],
];

/** A place in a card of a carousel. */
function labelInCard(path: Path): string | undefined {
	const [card, ...rest] = path.slice(3);
	if (!isWithin(path, 'interactive', 'action', 'cards') || typeof card !== 'number') return undefined;
	const part = OF_CARD.find(([each]) => isWithin(rest, ...each));
	return part && `Card ${card + 1}, ${part[1]}`;
}

/** `buttons.0.reply.title`: Button 1, Title. */
function labelOf(path: Path): string {
	const labels: string[] = [];
	for (const step of path) {
		const list = labels.at(-1);
		if (typeof step === 'number' && list !== undefined) {
			labels[labels.length - 1] = `${list.replace(/s$/, '')} ${step + 1}`;
		} else if (!WRAPPERS.has(String(step))) labels.push(asWords(String(step)));
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
function labelInTemplate(
	[list, place, part, index, ...rest]: Path,
	components: readonly TemplateMessageComponent[],
): string | undefined {
	if (list !== 'components' || typeof place !== 'number') return undefined;
	const component = components[place];
	if (typeof index === 'number' && part === 'cards') {
		const cards = component?.cards as Array<{ components: TemplateMessageComponent[] }> | undefined;
		const inCard = labelInTemplate(rest, cards?.[index]?.components ?? []);
		return [`Card ${index + 1}`, inCard].filter(Boolean).join(', ');
	}
	return typeof index === 'number' && part === 'parameters'
		? labelOfParameter(component, index)
		: asWords(component?.type ?? 'template');
}

/**
 * What people call a field of a request.
 *
 * @param path the field by the interface's names, for example `['image', 'caption']`
 * @param components the parts of the template's message, if the request is one
 */
export function fieldOfRequest(path: Path, components: readonly TemplateMessageComponent[] = []): string {
	const [first, ...rest] = path;
	if (first === 'facts' && rest.length > 0) return 'Facts';
	const inTemplate = first === 'template' ? labelInTemplate(rest, components) : undefined;
	const dotted = dottedPath(path);
	if (MEDIA.test(dotted)) return 'Link or Media ID';
	if (HEADER_MEDIA.test(dotted)) return 'Header Media';
	return inTemplate ?? LABELS[dotted] ?? labelInCard(path) ?? labelOf(path);
}
