import type { INodeProperties } from 'n8n-workflow';
import { limit, optionsField, returnAll, simplify } from '../shared/fields/common-fields';
import { shownFor } from './operation';
import { operations } from './operations';

interface Place {
	resource: string;
	operation: string;
}

const unique = (names: string[]) => [...new Set(names)];

const shownIn = (places: Place[], root: '' | '/') => ({
	[`${root}resource`]: unique(places.map(({ resource }) => resource)),
	[`${root}operation`]: unique(places.map(({ operation }) => operation)),
});

/** Every option once, with the operations that have it. */
function placesOfOptions(): Map<INodeProperties, Place[]> {
	const places = new Map<INodeProperties, Place[]>();
	for (const [name, { options = [] }] of Object.entries(operations)) {
		const [resource, operation] = name.split(':') as [string, string];
		for (const option of options) {
			places.set(option, [...(places.get(option) ?? []), { resource, operation }]);
		}
	}
	return places;
}

/** One collection of options for all operations: each option is offered where its operations are chosen. */
function sharedOptions(): INodeProperties {
	const places = placesOfOptions();
	const options = [...places].map(([option, itsPlaces]) => ({
		...option,
		displayOptions: { show: { ...option.displayOptions?.show, ...shownIn(itsPlaces, '/') } },
	}));
	return { ...optionsField(options), displayOptions: { show: shownIn([...places.values()].flat(), '') } };
}

const definitionInput: INodeProperties = {
	displayName: 'Define',
	name: 'definitionInput',
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
};

/** What several resources ask for first, declared once. */
export const fieldsBefore: INodeProperties[] = shownFor(
	['policy', 'template'],
	['check', 'create', 'edit', 'save', 'validate'],
	[definitionInput],
);

/** What several resources ask for last, each declared once. */
export const fieldsAfter: INodeProperties[] = [
	...shownFor(['conversation', 'group', 'template'], ['getMany', 'getJoinRequests'], [returnAll, limit]),
	...shownFor(['group', 'media', 'template'], ['get', 'getMany', 'getJoinRequests'], [simplify]),
	sharedOptions(),
];
