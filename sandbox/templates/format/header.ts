import { variablesOf } from '../parameters';
import type { TemplateComponentDefinition } from '../template';
import { templateLimits } from './limits';
import { isList, lengthProblems, valueOf } from './texts';

const MEDIA = new Set(['IMAGE', 'VIDEO', 'DOCUMENT', 'GIF']);

/** A header: a text with at most one variable, a media file with a sample, or a location. */
export function headerProblems({ format, text, example }: TemplateComponentDefinition): string[] {
	const kind = format?.toUpperCase();
	if (kind === 'LOCATION' || kind === 'PRODUCT') return [];
	if (kind !== undefined && MEDIA.has(kind)) {
		return isList(valueOf(example, 'header_handle'), 1) ? [] : ['HEADER example.header_handle is missing'];
	}
	if (kind !== 'TEXT')
		return ['HEADER format must be one of TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION, PRODUCT'];
	const variables = variablesOf(text);
	const sampled =
		isList(valueOf(example, 'header_text'), 1) || isList(valueOf(example, 'header_text_named_params'), 1);
	return [
		...lengthProblems('HEADER text', text, templateLimits.headerText),
		...(variables.length > 1 ? ['HEADER text takes one variable'] : []),
		...(variables.length > 0 && !sampled ? ['HEADER example.header_text is missing'] : []),
	];
}
