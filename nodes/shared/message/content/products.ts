import type { INodeProperties } from 'n8n-workflow';
import { entriesOf, text } from '../../read/values';
import type { ContentKind } from './content-kind';
import { filled, line, textIn } from './content-kind';
import { interactiveKind } from './interactive-kind';

const catalog = line('Catalog ID', 'catalogId');
const product = line('Product ID', 'productId', "The product's ID in the catalog (SKU)");

const thumbnail = line(
	'Product on the Picture',
	'thumbnailProductId',
	'The ID of a product whose picture is shown. Leave empty for the first one of the catalog.',
);

const sections: INodeProperties = {
	displayName: 'Sections',
	name: 'productSections',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Section',
	default: {},
	description: 'At most 30 products in total. The message needs a header text.',
	options: [
		{
			displayName: 'Section',
			name: 'section',
			values: [
				line('Title', 'title', 'At most 24 characters'),
				line('Product IDs', 'products', 'Separated by commas'),
			],
		},
	],
};

const itemsOf = (given: unknown) =>
	text(given)
		.split(',')
		.map((id) => id.trim())
		.filter((id) => id !== '')
		.map((id) => ({ product_retailer_id: id }));

const textOf = (form: Parameters<ContentKind['read']>[0], name: string) => textIn(form, name).trim();

/** Messages about products of a catalog (docs/interface.md, Message types). */
export const productKinds: ContentKind[] = [
	interactiveKind({
		value: 'product',
		name: 'Product',
		type: 'product',
		fields: [catalog, product],
		bodyIsOptional: true,
		action: (form) => ({
			catalog_id: textOf(form, 'catalogId'),
			product_retailer_id: textOf(form, 'productId'),
		}),
	}),
	interactiveKind({
		value: 'productList',
		name: 'Product List',
		type: 'product_list',
		fields: [catalog, sections],
		action: (form) => ({
			catalog_id: textOf(form, 'catalogId'),
			sections: entriesOf(form.get('productSections', {}), 'section').map((section) => ({
				...filled({ title: text(section.title) }),
				product_items: itemsOf(section.products),
			})),
		}),
	}),
	interactiveKind({
		value: 'catalog',
		name: 'Catalog',
		type: 'catalog_message',
		fields: [thumbnail],
		action(form) {
			const shown = textOf(form, 'thumbnailProductId');
			return {
				name: 'catalog_message',
				...(shown !== '' && { parameters: { thumbnail_product_retailer_id: shown } }),
			};
		},
	}),
];
