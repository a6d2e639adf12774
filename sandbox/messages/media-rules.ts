import { platformRefusal } from '../refusal';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';
import { parametersIn } from './template-parameters';

const MEDIA_TYPES = new Set(['image', 'video', 'audio', 'document', 'sticker']);
const LINK = /^https?:\/\/[^\s/]+/i;

interface Medium {
	readonly where: string;
	readonly id?: unknown;
	readonly link?: unknown;
}

/**
 * Refuses a media id that the number doesn't have and a link that isn't one, in the content or in the parameters of a
 * template: 100, with the platform's texts.
 */
export function checkMedia({ media }: World, { type, body, template }: OutgoingMessage): void {
	const own = MEDIA_TYPES.has(type) ? [mediumOf(type, body[type])] : [];
	const parameters = parametersIn(template?.components ?? []).filter(({ parameter }) =>
		MEDIA_TYPES.has(parameter.type),
	);
	const inTemplate = parameters.map(({ where, parameter }) =>
		mediumOf(`${where}['${parameter.type}']`, Reflect.get(parameter, parameter.type)),
	);
	for (const { where, id, link } of [...own, ...inTemplate]) {
		if (typeof id === 'string' && media.find(id) === undefined) {
			throw invalid(`${where}['id'] is not a valid whatsapp business account media attachment ID`);
		}
		if (typeof link === 'string' && !LINK.test(link)) {
			throw invalid(`${where}['link'] is not a valid URI.`);
		}
	}
}

function mediumOf(where: string, content: unknown): Medium {
	return typeof content === 'object' && content !== null ? { where, ...content } : { where };
}

function invalid(what: string) {
	const title = `Param ${what}`;
	return platformRefusal(100, title, { title });
}
