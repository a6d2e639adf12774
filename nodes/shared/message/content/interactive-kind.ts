import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { InteractiveContent } from '../../../../platform';
import { text } from '../../read/values';
import type { ContentForm, ContentKind } from './content-kind';
import { line, textIn } from './content-kind';

const bodyText: INodeProperties = {
	displayName: 'Body',
	name: 'bodyText',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

export const buttonLabel = line(
	'Button Label',
	'buttonLabel',
	'Opens the list, the link, or the flow. At most 20 characters.',
);

/** What a file is, if its link or ID alone doesn't say so. */
export const mediaType = (displayName: string, name: string, types: readonly string[]): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	options: types.map((type) => ({ name: type[0]!.toUpperCase() + type.slice(1), value: type })),
	default: 'image',
});

/** A file by its link or its ID, as the platform takes it. */
export const mediaOf = (given: unknown): { id: string } | { link: string } => {
	const media = text(given);
	return /^\d+$/.test(media) ? { id: media } : { link: media };
};

const around: INodeProperties = {
	displayName: 'Header and Footer',
	name: 'around',
	type: 'collection',
	placeholder: 'Add part',
	default: {},
	options: [
		line('Footer', 'footer', 'At most 60 characters'),
		line('Header Media', 'headerMedia', 'A link, or the ID of an uploaded file'),
		mediaType('Header Media Type', 'headerMediaType', ['document', 'image', 'video']),
		line('Header Text', 'headerText', 'At most 60 characters'),
	],
};

function headerOf({ headerText, headerMedia, headerMediaType }: IDataObject): InteractiveContent['header'] {
	if (text(headerMedia) !== '') {
		const type = text(headerMediaType) || 'image';
		return { type, [type]: mediaOf(headerMedia) };
	}
	return text(headerText) === '' ? undefined : { type: 'text', text: text(headerText) };
}

interface Kind {
	/** As workflows store it. */
	value: string;
	name: string;
	/** As the platform names it. */
	type: string;
	fields?: INodeProperties[];
	/** Whether a header and a footer can be around it. */
	around?: boolean;
	/** Whether it can do without a body. */
	bodyIsOptional?: boolean;
	action(form: ContentForm): object;
}

/** An interactive type: its own fields, and the action they make. */
export function interactiveKind(kind: Kind): ContentKind {
	const { value, name, type, fields = [], around: hasAround = true } = kind;
	return {
		value,
		name,
		fields: [bodyText, ...fields, ...(hasAround ? [around] : [])],
		read(form) {
			const parts = (hasAround ? form.get('around', {}) : {}) as IDataObject;
			const header = headerOf(parts);
			const body = textIn(form, 'bodyText');
			const interactive = {
				type,
				...(header && { header }),
				...((body !== '' || !kind.bodyIsOptional) && { body: { text: body } }),
				...(text(parts.footer) !== '' && { footer: { text: text(parts.footer) } }),
				action: kind.action(form),
			};
			return { type: 'interactive', interactive };
		},
	};
}
