import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ROOT } from '../../tools/sources';

/** What stored workflows depend on in a parameter: everything but its texts. */
interface Parameter {
	name: string;
	type: string;
	default?: unknown;
	options?: unknown[];
}

function parametersIn(properties: INodeProperties[], prefix = ''): Parameter[] {
	return properties.flatMap((property) => {
		const name = `${prefix}${property.name}`;
		const options = property.options ?? [];
		const isChoice = property.type === 'options' || property.type === 'multiOptions';
		const parameter: Parameter = {
			name,
			type: property.type,
			default: property.default,
			...(isChoice && { options: (options as INodePropertyOptions[]).map(({ value }) => value) }),
		};
		const inner =
			property.type === 'collection'
				? parametersIn(options as INodeProperties[], `${name}.`)
				: property.type === 'fixedCollection'
					? (options as INodePropertyCollection[]).flatMap((group) =>
							parametersIn(group.values, `${name}.${group.name}.`),
						)
					: [];
		return [parameter, ...inner];
	});
}

interface Described {
	name?: string;
	properties?: INodeProperties[];
	description?: { name: string; properties: INodeProperties[] };
}

/** The parameters of every node and credential in the built package, by their names. */
export function builtParameters(): Record<string, Parameter[]> {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const { n8n } = require(join(ROOT, 'package.json')) as { n8n: { nodes: string[]; credentials: string[] } };
	return Object.fromEntries(
		[...n8n.nodes, ...n8n.credentials].map((file) => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			const [Type] = Object.values(require(join(ROOT, file)) as Record<string, new () => Described>);
			const { description, name, properties } = new Type!();
			return [description?.name ?? name!, parametersIn(description?.properties ?? properties!)];
		}),
	);
}
