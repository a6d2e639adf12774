import type { INodeProperties } from 'n8n-workflow';
import { BusinessMessaging } from '../../nodes/BusinessMessaging/BusinessMessaging.node';
import { operations } from '../../nodes/BusinessMessaging/operations';

const { properties } = new BusinessMessaging().description;

/** The fields inside a field: those of a collection, and those of each part of a fixed collection. */
function fieldsIn({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return options.flatMap((option) => ('values' in option ? option.values : []));
}

/** Every field, however deep it is nested. */
const allIn = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allIn(fieldsIn(field))]);

it('the form of the Business Messaging node has at most 150 fields, nested ones counted', () => {
	expect(allIn(properties).length).toBeLessThanOrEqual(150);
});

it('every operation is offered once, and every one that is offered exists', () => {
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map((option) => `${displayOptions?.show?.resource}:${'value' in option ? option.value : ''}`),
		);
	expect(offered.sort()).toEqual(Object.keys(operations).sort());
});

describe('the shared collection of options', () => {
	const [collection, ...others] = properties.filter(({ name }) => name === 'options');
	const shownFor = (field: INodeProperties, root: '' | '/') => {
		const show = field.displayOptions!.show!;
		const [resources, names] = [show[`${root}resource`], show[`${root}operation`]] as string[][];
		return resources!.flatMap((resource) => names!.map((name) => `${resource}:${name}`));
	};
	const existing = (names: string[]) => names.filter((name) => name in operations).sort();

	it('stands in the form once, and each option in it once', () => {
		expect(others).toEqual([]);
		const names = fieldsIn(collection!).map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
	});

	it('is shown for the operations that have options, and for no other', () => {
		const having = Object.keys(operations).filter((name) => operations[name]!.options);
		expect(existing(shownFor(collection!, ''))).toEqual(having.sort());
	});

	it('offers each operation its own options, and no other', () => {
		for (const [name, { options = [] }] of Object.entries(operations)) {
			const offered = fieldsIn(collection!).filter((option) => shownFor(option, '/').includes(name));
			expect([name, offered.map((option) => option.name).sort()]).toEqual([
				name,
				options.map((option) => option.name).sort(),
			]);
		}
	});
});
