import { isObject, oneOf } from '../../../base';
import { BUTTONS_OF_TYPE, CARD_BUTTONS, TEMPLATE_BUTTONS } from '../../../platform';
import type { Component } from '../definition';
import { fieldsOf, itemsOf, nameOf, textOf, at } from '../rule';
import type { Finding, Rule } from '../rule';

const KNOWN = Object.keys(BUTTONS_OF_TYPE);

const buttonsOf = ({ fields }: Component) => itemsOf(fields.buttons);
const typesOf = (buttons: Component) => buttonsOf(buttons).map((button) => nameOf(fieldsOf(button).type));
const isKnown = (type: string) => Object.hasOwn(BUTTONS_OF_TYPE, type);

function tooManyOfAType(buttons: Component): Finding[] {
	const types = typesOf(buttons);
	return [...new Set(types)].filter(isKnown).flatMap((type) => {
		const count = types.filter((each) => each === type).length;
		const most = BUTTONS_OF_TYPE[type]!;
		if (count <= most) return [];
		const message = `A template can have at most ${most} ${type} button${most === 1 ? '' : 's'}, but this one has ${count}. Remove ${count - most}.`;
		return [{ at: ['buttons'], message }];
	});
}

function unknownTypes(buttons: Component): Finding[] {
	return buttonsOf(buttons).flatMap((button, index) =>
		isObject(button) && isKnown(nameOf(button.type))
			? []
			: [{ at: ['buttons', index, 'type'], message: `A button's type must be ${oneOf(KNOWN)}.` }],
	);
}

function labelOfReply(button: unknown): string {
	const { type, text } = fieldsOf(button);
	return nameOf(type) === 'QUICK_REPLY' ? (textOf(text) ?? '').trim() : '';
}

/** Quick replies with the label of one before them. No source forbids them, but a customer can't tell them apart. */
function repeatedReplies(buttons: Component): Finding[] {
	const labels = buttonsOf(buttons).map(labelOfReply);
	return labels.flatMap((label, index) =>
		label !== '' && labels.indexOf(label) < index
			? [
					{
						at: ['buttons', index, 'text'],
						message: `Another quick reply has the label "${label}", too, so customers can't tell them apart. Give each a label of its own.`,
					},
				]
			: [],
	);
}

/** The group of buttons: how many, of which types, in which order (docs/interface.md, Template components). */
export const buttonsRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'buttons-required',
		check: (buttons) =>
			buttonsOf(buttons).length === 0 &&
			at(['buttons'], 'There are no buttons. Add one or remove the component.'),
	},
	{
		name: 'buttons-count',
		check: (buttons) => {
			const count = buttonsOf(buttons).length;
			const most = buttons.inCard ? CARD_BUTTONS : TEMPLATE_BUTTONS;
			if (count <= most) return undefined;
			return at(
				['buttons'],
				`There are ${count} buttons, but only ${most} are allowed. Remove ${count - most}.`,
			);
		},
	},
	{ name: 'button-type', check: unknownTypes },
	{ name: 'buttons-of-type', check: tooManyOfAType },
	{ name: 'quick-replies-differ', severity: 'warning', check: repeatedReplies },
	{
		name: 'quick-replies-together',
		check: (buttons) => {
			const types = typesOf(buttons);
			const [first, last] = [types.indexOf('QUICK_REPLY'), types.lastIndexOf('QUICK_REPLY')];
			const apart = first !== -1 && types.slice(first, last).some((type) => type !== 'QUICK_REPLY');
			const message =
				'Quick replies must be next to each other. Move the other buttons before or after all of them.';
			return apart && at(['buttons'], message);
		},
	},
];
