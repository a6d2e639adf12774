import { TEMPLATE_NAME_LOCK } from '../../platform';
import type { Template } from '../state/template';

/** What the engine stores about a template's name itself, apart from its translations. */
export function nameItself({ name }: { name: string }): { name: string; language: string } {
	return { name, language: '' };
}

/**
 * When the name of a deleted template can be used again: 30 days after an approved one was deleted (docs/interface.md,
 * Template deletion). Known for what was deleted through us; `undefined` if no deletion is known.
 * @param known what the engine knows of `nameItself`
 * @returns epoch ms
 */
export function nameLockedUntil({ state, heardAt }: Template): number | undefined {
	return state === 'deleted' && heardAt !== undefined ? heardAt + TEMPLATE_NAME_LOCK : undefined;
}
