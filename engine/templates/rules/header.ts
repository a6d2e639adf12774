import { oneOf } from '../../../base';
import { HEADER_VARIABLES, HEADER_TEXT_LENGTH } from '../../../platform';
import type { Component } from '../definition';
import {
	distinctVariables,
	fieldsOf,
	isFilled,
	itemsOf,
	nameOf,
	textOf,
	at,
	missingText,
	tooLong,
} from '../rule';
import type { Rule } from '../rule';
import { sampleProblems } from './examples';

const MEDIA = ['IMAGE', 'VIDEO', 'DOCUMENT', 'GIF'];
const FORMATS = ['TEXT', ...MEDIA, 'LOCATION', 'PRODUCT'];
const CARD_FORMATS = ['IMAGE', 'VIDEO', 'PRODUCT'];
const SAMPLES = { POSITIONAL: 'header_text', NAMED: 'header_text_named_params', nested: false };

const formatOf = ({ fields }: Component) => nameOf(fields.format);
const isText = (header: Component) => formatOf(header) === 'TEXT';

/** Headers (docs/interface.md, Template components). */
export const headerRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'header-format',
		check: (header) => {
			const known = header.inCard ? CARD_FORMATS : FORMATS;
			if (known.includes(formatOf(header))) return undefined;
			const where = header.inCard ? "the header of a carousel's card" : 'a header';
			return at(['format'], `The format of ${where} must be ${oneOf(known)}.`);
		},
	},
	{
		name: 'header-text-required',
		check: (header) =>
			isText(header) && at(['text'], missingText('The text of the header', header.fields.text)),
	},
	{
		name: 'header-text-length',
		check: (header) =>
			isText(header) &&
			at(['text'], tooLong('The text of the header', header.fields.text, HEADER_TEXT_LENGTH)),
	},
	{
		name: 'header-parameters',
		check: (header) => {
			const count = distinctVariables(textOf(header.fields.text) ?? '').length;
			if (!isText(header) || count <= HEADER_VARIABLES) return undefined;
			return at(['text'], `A header can have at most one variable, but this one has ${count}. Use one.`);
		},
	},
	{
		name: 'header-example',
		check: (header) => {
			const { text, example } = header.fields;
			return isText(header) && sampleProblems(text, example, header.format, SAMPLES);
		},
	},
	{
		name: 'header-media-example',
		check: (header) => {
			if (!MEDIA.includes(formatOf(header))) return undefined;
			const { example } = header.fields;
			const handles = typeof example === 'string' ? [example] : itemsOf(fieldsOf(example).header_handle);
			if (handles.length > 0 && handles.every(isFilled)) return undefined;
			return at(
				['example', 'header_handle'],
				'A media header needs a sample. Upload a file, and enter its handle, which starts with 4::.',
				'example.header_handle is a list such as ["4::…"].',
			);
		},
	},
	{
		name: 'header-plain-text',
		severity: 'warning',
		check: (header) =>
			isText(header) &&
			/[\n*_~`]|\p{Extended_Pictographic}/u.test(textOf(header.fields.text) ?? '') &&
			at(
				['text'],
				'The platform may refuse line breaks, formatting characters, and emoji in a header. Use plain text.',
			),
	},
];
