import type { INodeProperties } from 'n8n-workflow';
import { BusinessMessaging } from '../../nodes/BusinessMessaging/BusinessMessaging.node';
import { resources } from '../../nodes/BusinessMessaging/resources';
import { BusinessMessagingCampaign } from '../../nodes/BusinessMessagingCampaign/BusinessMessagingCampaign.node';
import { operations as campaignOperations } from '../../nodes/BusinessMessagingCampaign/operations';
import { BusinessMessagingInbox } from '../../nodes/BusinessMessagingInbox/BusinessMessagingInbox.node';
import { operations as inboxOperations } from '../../nodes/BusinessMessagingInbox/operations';
import { BusinessMessagingInboxTrigger } from '../../nodes/BusinessMessagingInboxTrigger/BusinessMessagingInboxTrigger.node';
import { BusinessMessagingRules } from '../../nodes/BusinessMessagingRules/BusinessMessagingRules.node';
import { BusinessMessagingTrigger } from '../../nodes/BusinessMessagingTrigger/BusinessMessagingTrigger.node';
import { mergeOrders, numberFieldOf } from '../../nodes/shared/form';
import { fromNumber } from '../../nodes/shared/numbers';
import type { Operation } from '../../nodes/shared/operation';

/** The lists of fields inside a field: that of a collection, and that of each part of a fixed collection. */
function listsIn({ type, options = [] }: INodeProperties): INodeProperties[][] {
	if (type === 'collection') return [options as INodeProperties[]];
	if (type !== 'fixedCollection') return [];
	return options.flatMap((option) => ('values' in option ? [option.values] : []));
}

const fieldsIn = (field: INodeProperties): INodeProperties[] => listsIn(field).flat();

/** Every field, however deep it is nested. */
const allIn = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allIn(fieldsIn(field))]);

const TYPES = [
	BusinessMessaging,
	BusinessMessagingCampaign,
	BusinessMessagingInbox,
	BusinessMessagingInboxTrigger,
	BusinessMessagingRules,
	BusinessMessagingTrigger,
];

it('the form of the Business Messaging node has at most 300 fields in its newest version, nested ones counted', () => {
	const fields = allIn(new BusinessMessaging().description.properties);
	const newest = fields.filter(
		// Nobody fills in a notice, or what is hidden.
		({ displayOptions, type }) =>
			type !== 'notice' && type !== 'hidden' && displayOptions?.show?.['@version']?.[0] !== 1,
	);
	expect(newest.length).toBeLessThanOrEqual(300);
});

describe('the form of every node opens in the oldest n8n that is supported', () => {
	/** What decides whether fields are shown, but n8n before 2.41 can't find: `field: name`. */
	function notFound(fields: INodeProperties[]): string[] {
		const names = new Set(fields.map(({ name }) => name));
		return fields.flatMap((field) => {
			const { show = {}, hide = {} } = field.displayOptions ?? {};
			const asked = Object.keys({ ...show, ...hide }).filter(
				(name) => !/^[/@]/.test(name) && !names.has(name),
			);
			return [...asked.map((name) => `${field.name}: ${name}`), ...listsIn(field).flatMap(notFound)];
		});
	}

	it.each(TYPES.map((type) => [type.name, new type().description.properties] as const))('%s', (_, fields) => {
		expect(notFound(fields)).toEqual([]);
	});

	it('unless a field asks for one of another list without its full path', () => {
		const field: INodeProperties = { displayName: 'One', name: 'one', type: 'string', default: '' };
		const asking = (name: string) => ({ ...field, name: 'two', displayOptions: { show: { [name]: ['x'] } } });
		expect(notFound([field, asking('one')])).toEqual([]);
		expect(notFound([field, asking('/rows.row')])).toEqual([]);
		expect(notFound([field, asking('rows.row')])).toEqual(['two: rows.row']);
		const inside = { ...field, name: 'more', type: 'collection' as const, options: [asking('one')] };
		expect(notFound([field, inside])).toEqual(['two: one']);
	});
});

describe('what was filled in survives a switch of another field', () => {
	/** The collections that n8n's editor empties if a field changes that decides whether they are shown: `collection: field`. */
	const emptied = (fields: INodeProperties[]) =>
		fields
			.filter(({ type }) => type === 'collection' || type === 'fixedCollection')
			.flatMap(({ name, displayOptions: { show = {}, hide = {} } = {} }) =>
				Object.keys({ ...show, ...hide })
					.filter((asked) => !/^[/@]/.test(asked))
					.map((asked) => `${name}: ${asked}`),
			);

	it.each(TYPES.map((type) => [type.name, new type().description.properties] as const))('%s', (_, fields) => {
		expect(emptied(fields)).toEqual([]);
	});

	it('unless a collection asks for a field without the path from the root', () => {
		const collection = (asked: string): INodeProperties => ({
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			displayOptions: { show: { '@version': [1], [asked]: ['plan'] } },
		});
		expect(emptied([collection('/operation')])).toEqual([]);
		expect(emptied([collection('operation')])).toEqual(['options: operation']);
		expect(emptied([{ ...collection('operation'), type: 'string' }])).toEqual([]);
	});
});

interface Place {
	resource: string;
	operation: Operation;
}

/** Of a node with operations on one thing: its resource is there for n8n, and nobody sees it. */
const onOneThing = (resource: string, operations: readonly Operation[]): Place[] =>
	operations.map((operation) => ({ resource, operation }));

const forms: Array<[node: string, properties: INodeProperties[], places: Place[]]> = [
	[
		'Business Messaging',
		new BusinessMessaging().description.properties,
		resources.flatMap(({ value, operations }) =>
			operations.map((operation) => ({ resource: value, operation })),
		),
	],
	[
		'Business Messaging Campaign',
		new BusinessMessagingCampaign().description.properties,
		onOneThing('campaign', campaignOperations),
	],
	[
		'Business Messaging Inbox',
		new BusinessMessagingInbox().description.properties,
		onOneThing('inbox', inboxOperations),
	],
];

/** Whether a field is shown at a place, as far as the resource and the operation decide. */
function isShownAt({ displayOptions: { show = {} } = {} }: INodeProperties, place: Place) {
	const shows = (name: string, value: string | undefined) =>
		(show[name] ?? show[`/${name}`])?.includes(value) ?? true;
	return shows('resource', place.resource) && shows('operation', place.operation.value);
}

const namesOf = (fields: readonly INodeProperties[] = []) => fields.map(({ name }) => name);

describe.each(forms)('the form of the %s node', (_node, properties, places) => {
	const chosen = properties.filter(({ name }) => name === 'resource' || name === 'operation');
	const collections = properties.filter(({ name }) => name === 'options');
	const fields = properties.filter((field) => !chosen.includes(field) && !collections.includes(field));

	it('offers every operation once, in the order of their names, but first what most people look for', () => {
		const lists = chosen.filter(({ name }) => name === 'operation');
		const offered = lists.flatMap(({ displayOptions, options = [] }) =>
			options.map((option) => [displayOptions?.show?.resource?.[0], 'value' in option && option.value]),
		);
		expect(offered).toEqual(places.map(({ resource, operation }) => [resource, operation.value]));
		for (const { options } of lists) {
			const names = options!.map(({ name }) => name).filter((name) => name !== 'Send Auto');
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
			if (names.length < options!.length) expect(options![0]!.name).toBe('Send Auto');
		}
	});

	it('shows each operation its own fields, in its order, and no other', () => {
		for (const place of places) {
			const shown = fields.filter((field) => isShownAt(field, place));
			expect([place.operation.name, namesOf(shown)]).toEqual([
				place.operation.name,
				namesOf([...(place.operation.fields ?? []), ...(numberFieldOf(place.operation) ? [fromNumber] : [])]),
			]);
		}
	});

	it("asks each operation for the number, unless it acts on what is no number's", () => {
		for (const place of places) {
			const shown = fields.filter((field) => field.name === fromNumber.name && isShownAt(field, place));
			const { numbers, name } = place.operation;
			expect([name, shown.length]).toEqual([name, numbers === 'any' ? 0 : 1]);
			if (numbers === 'any') continue;
			const loads = numbers === 'all' ? 'getNumbersOrAll' : 'getNumbers';
			expect([name, shown[0]!.typeOptions?.loadOptionsMethod]).toEqual([name, loads]);
		}
	});

	it('has one collection of options at most, with each option once', () => {
		expect(collections.length).toBeLessThanOrEqual(300);
		const names = namesOf(collections.flatMap(fieldsIn));
		expect(new Set(names).size).toBe(names.length);
	});

	it('offers each operation its own options, and no other', () => {
		for (const place of places) {
			const [collection] = collections.filter((field) => isShownAt(field, place));
			const offered = collection && fieldsIn(collection).filter((option) => isShownAt(option, place));
			expect([place.operation.name, offered && namesOf(offered).sort()]).toEqual([
				place.operation.name,
				place.operation.options && namesOf(place.operation.options).sort(),
			]);
		}
	});
});

describe('the order of fields that several operations share', () => {
	it('keeps the order of each operation', () => {
		expect(mergeOrders([['limit'], ['group', 'limit', 'simplify'], ['name', 'simplify']])).toEqual([
			'group',
			'limit',
			'name',
			'simplify',
		]);
	});

	it('is refused if two operations contradict each other', () => {
		expect(() =>
			mergeOrders([
				['a', 'b'],
				['b', 'c'],
				['c', 'a'],
			]),
		).toThrow('different orders');
	});
});

/** Which buttons a template can have (docs/interface.md, Template components). */
it("the form of a template says that coupon codes are for the Cloud API only, and that the WEB client doesn't support them", () => {
	const [types] = allIn(new BusinessMessaging().description.properties).filter(({ options = [] }) =>
		options.some((option) => 'value' in option && option.value === 'COPY_CODE'),
	);
	const couponCode = types?.options?.find((option) => 'value' in option && option.value === 'COPY_CODE');
	expect(couponCode).toMatchObject({
		description: expect.stringMatching(/Cloud API only\b.*\bWEB client doesn't support/),
	});
});
