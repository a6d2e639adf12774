import { ControlError } from '../control/arguments';
import type { World } from '../world';
import { halt } from './lifecycle';
import type { Template } from './template';

/** The templates of a name, in one language or in all, or an error that says there are none. */
export function templatesNamed(world: World, wanted: string, code?: string): Template[] {
	const found = world.templates.filter(
		(template) => template.name === wanted && (code === undefined || template.language === code),
	);
	if (found.length > 0) return found;
	throw new ControlError(`no template is named ${wanted}${code === undefined ? '' : ` in ${code}`}`);
}

/** Removes the template of this name and language, if there is one. */
export function removeTemplate(world: World, wanted: string, code: string): void {
	const index = world.templates.findIndex(
		(template) => template.name === wanted && template.language === code,
	);
	if (index === -1) return;
	for (const template of world.templates.splice(index, 1)) halt(template);
}
