import type { INodeListSearchItems } from 'n8n-workflow';
import type { TemplateItem } from '../../../platform';
import { oneLine } from './fill-template';
import { writeTemplateReference } from './template-reference';

/** How much of a template's text the list shows: n8n shows nothing else of an entry than its name. */
const IN_LIST = 80;

/**
 * The status of a template as the list has it. n8n keeps the label of what is chosen and never asks for it again, so a
 * status that passes by itself says that it's an old one.
 */
function statusInList(status = ''): string {
	const said = status.toLowerCase();
	return ['', 'approved', 'rejected', 'disabled'].includes(said) ? said : `${said} when listed`;
}

/** A template as an entry of the list. */
export function toListEntry(template: TemplateItem): INodeListSearchItems {
	const { name, language, status, category } = template;
	const traits = [language, category?.toLowerCase(), statusInList(status)].filter(Boolean).join(', ');
	const text = oneLine(template, IN_LIST);
	return {
		name: `${name} (${traits})${text && `: ${text}`}`,
		value: writeTemplateReference({ name, language }),
	};
}
