import { platformRefusal } from '../refusal';
import type { World } from '../world';
import type { OutgoingMessage } from './read-message';

const MEDIA_TYPES = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/** Refuses a media id that the number does not have, in the content or in a template's header: 131053. */
export function checkMedia({ media }: World, { type, body, template }: OutgoingMessage): void {
	const contents = MEDIA_TYPES.has(type) ? [body[type]] : [];
	for (const component of template?.components ?? []) {
		if ('parameters' in component) contents.push(...(component.parameters ?? []).map(contentOfParameter));
	}
	for (const content of contents) {
		const id = idOf(content);
		if (id !== undefined && media.find(id) === undefined)
			throw platformRefusal(131053, `no media has the id ${id}`);
	}
}

function contentOfParameter(parameter: { readonly type: string }): unknown {
	return MEDIA_TYPES.has(parameter.type) ? Reflect.get(parameter, parameter.type) : undefined;
}

function idOf(content: unknown): string | undefined {
	if (typeof content !== 'object' || content === null || !('id' in content)) return undefined;
	return typeof content.id === 'string' ? content.id : undefined;
}
