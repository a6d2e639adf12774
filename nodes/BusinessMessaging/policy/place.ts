import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { READY_MADE } from './ready-made';

/** What sends never comes before the opt-outs by itself. */
export const AUTOMATIC = 'automatic';

const BEFORE = 'before:';
const AFTER = 'after:';

const LABELS: ReadonlyMap<string, string> = new Map(
	READY_MADE.map(({ rule, displayName }) => [rule, displayName.split(' (')[0]!]),
);

/** Every place for new rules among others, as the form keeps it. `rules`: in their order, with what each does */
export function placesAmong(
	rules: ReadonlyArray<{ name: string; description: string }>,
): INodePropertyOptions[] {
	const among = (word: string, prefix: string) =>
		rules.map(({ name, description }) => ({
			name: `${word} ${LABELS.get(name) ?? name}`,
			value: `${prefix}${name}`,
			description: `${name}: ${description}`,
		}));
	return [
		{
			name: 'Automatic',
			value: AUTOMATIC,
			description:
				'Rules that skip go first, and rules that hold go after the opt-outs. Rules that send go before the limits, such as Quiet Hours.',
		},
		{ name: 'First', value: 'first', description: 'Before all copied rules, the one about opt-outs, too' },
		{ name: 'Last', value: 'last', description: 'After all copied rules' },
		...among('Before', BEFORE),
		...among('After', AFTER),
	];
}

const typeOf = ({ event }: IDataObject) => (event as IDataObject).type;

/** Just before the first limit that what is sent meets: a template meets only those after the freeform rules. */
function beforeLimits(rule: IDataObject, rules: readonly IDataObject[]): number {
	const isTemplate = typeOf(rule) === 'template';
	const from = isTemplate ? rules.findIndex((each) => typeOf(each) === 'freeform') : -1;
	const limit = rules.findIndex(({ name }, index) => index > from && LABELS.has(String(name)));
	if (limit >= 0) return limit;
	const sending = rules.findIndex((each) => typeOf(each) === typeOf(rule));
	return sending >= 0 ? sending : rules.length;
}

/** Just after the opt-outs: who isn't to get the message at all doesn't wait for it. */
function afterOptOuts(rules: readonly IDataObject[]): number {
	const other = rules.findIndex((each) => typeOf(each) !== 'skip');
	return other >= 0 ? other : rules.length;
}

function automaticPlace(rule: IDataObject, rules: readonly IDataObject[]): number {
	if (typeOf(rule) === 'skip') return 0;
	return typeOf(rule) === 'hold' ? afterOptOuts(rules) : beforeLimits(rule, rules);
}

/** The index of a new rule's place among the rules. @throws Error for what isn't a place */
export function readPlace(place: string, rules: readonly IDataObject[]): (rule: IDataObject) => number {
	if (place === AUTOMATIC) return (rule) => automaticPlace(rule, rules);
	if (place === 'first') return () => 0;
	if (place === 'last') return () => rules.length;
	const isBefore = place.startsWith(BEFORE);
	const names = rules.map(({ name }) => String(name));
	const index = names.indexOf(place.slice(place.indexOf(':') + 1));
	if ((isBefore || place.startsWith(AFTER)) && index >= 0) return () => (isBefore ? index : index + 1);
	throw new Error(
		`"${place}" isn't a place for new rules. Use ${AUTOMATIC}, first, last, or ${BEFORE} or ${AFTER} with the name of a rule: ${names.join(', ')}.`,
	);
}
