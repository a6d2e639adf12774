import { metaRefusal } from '../refusal';
import type { World } from '../world';
import { findTemplate, type Template } from './template';

/** How long the name of a deleted approved template can't be reused. Interface, "Limits". */
const NAME_LOCKED_MS = 30 * 24 * 60 * 60 * 1000;

/** Refuses a name that exists in this language, was deleted recently, or exceeds the account's limit. */
export function checkName(world: World, name: string, language: string): void {
	const { clock, deletedNames, settings, templates } = world;
	if (findTemplate(templates, name, language) !== undefined) {
		throw metaRefusal(400, `a template ${name} in ${language} already exists`);
	}
	const deleted = deletedNames.get(name);
	if (deleted !== undefined && clock.now() < deleted + NAME_LOCKED_MS) {
		throw metaRefusal(400, `the name ${name} was deleted less than 30 days ago and cannot be reused yet`);
	}
	const names = new Set(templates.map((template) => template.name));
	if (!names.has(name) && names.size >= settings.templateNames) {
		throw metaRefusal(400, `an account has at most ${settings.templateNames} template names`);
	}
}

/** Locks the name of deleted templates, if it was approved in any language. */
export function lockName({ clock, deletedNames }: World, name: string, deleted: readonly Template[]): void {
	const approved = deleted.some(({ status }) => status === 'APPROVED' || status === 'PAUSED');
	if (approved) deletedNames.set(name, clock.now());
}
