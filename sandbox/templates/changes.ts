import { DAY } from '../../base';
import { failUndeliveredLater } from '../messages/progress';
import type { World } from '../world';
import { halt } from './lifecycle';
import { submit } from './review';
import { componentOf, findTemplate, newTemplate, type Category, type Template } from './template';

/** Adds a template, and puts it under review. */
export function createTemplate(world: World, definition: Parameters<typeof newTemplate>[0]): Template {
	const template = newTemplate(definition);
	world.templates.push(template);
	submit(world, template);
	return template;
}

/** What an edit changes; the rest stays. */
type Edit = { readonly [Field in 'category' | 'components' | 'timeToLive']: Template[Field] | undefined };

/** Any edit puts the template back under review (docs/interface.md, Template status). */
export function editTemplate(world: World, template: Template, edit: Edit): void {
	template.edits.push(world.clock.now());
	template.category = edit.category ?? template.category;
	template.components = edit.components ?? template.components;
	template.timeToLive = edit.timeToLive ?? template.timeToLive;
	submit(world, template);
	emitComponents(world, template);
}

/**
 * Why a name can't be deleted: there is none, or a translation is disabled. A deletion takes all translations, or none
 * (docs/interface.md, Template deletion).
 */
export function deletionProblems({ templates }: World, name: string): string[] {
	const named = templates.filter((template) => template.name === name);
	if (named.length === 0) return [`no template is named ${name}`];
	const disabled = named.filter(({ status }) => status === 'DISABLED').map(({ language }) => language);
	if (disabled.length === 0) return [];
	return [`the template ${name} is DISABLED in ${disabled.join(', ')} and cannot be deleted`];
}

/** Deletes a name, which removes all its translations (docs/interface.md, Template deletion). */
export function deleteTemplate(world: World, name: string): void {
	const gone = world.templates.filter((template) => template.name === name);
	lockName(world, name, gone);
	failUndeliveredLater(world, name);
	for (const template of gone) {
		halt(template);
		world.templates.splice(world.templates.indexOf(template), 1);
	}
}

const EDITABLE = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/**
 * Why a template can't be edited, if the settings ask for the platform's rules: only approved, rejected, and paused
 * templates can be edited; an approved one once in 24 hours and ten times in 30 days, and never its category. Facts.
 */
export function editProblems(
	{ clock, settings }: World,
	{ status, category, edits }: Template,
	wanted: Category | undefined,
): string[] {
	if (settings.editRules !== 'platform') return [];
	if (!EDITABLE.has(status)) return [`a template that is ${status} cannot be edited`];
	if (status !== 'APPROVED') return [];
	const since = (ms: number) => edits.filter((at) => clock.now() - at < ms).length;
	return [
		...(wanted !== undefined && wanted !== category
			? ['the category of an approved template cannot be changed']
			: []),
		...(since(DAY) >= 1 ? ['an approved template can be edited once in 24 hours'] : []),
		...(since(30 * DAY) >= 10 ? ['an approved template can be edited 10 times in 30 days'] : []),
	];
}

/** How long the name of a deleted approved template can't be reused (docs/interface.md, Template deletion). */
const NAME_LOCKED_MS = 30 * DAY;

/** Why a name can't be taken: it exists in this language, was deleted recently, or exceeds the account's limit. */
export function nameProblems(world: World, name: string, language: string): string[] {
	const { clock, deletedNames, settings, templates } = world;
	if (findTemplate(templates, name, language) !== undefined) {
		return [`a template ${name} in ${language} already exists`];
	}
	const deleted = deletedNames.get(name);
	if (deleted !== undefined && clock.now() < deleted + NAME_LOCKED_MS) {
		return [`the name ${name} was deleted less than 30 days ago and cannot be reused yet`];
	}
	const names = new Set(templates.map((template) => template.name));
	if (names.has(name) || names.size < settings.templateNames) return [];
	return [`an account has at most ${settings.templateNames} template names`];
}

/**
 * Locks the name of deleted templates, if any of them was ever approved: one that is in review or in appeal again is an
 * approved template, too (docs/interface.md, Template deletion).
 */
function lockName({ clock, deletedNames }: World, name: string, deleted: readonly Template[]): void {
	if (deleted.some(({ wasApproved }) => wasApproved)) deletedNames.set(name, clock.now());
}

/** Emits `message_template_components_update`, which follows every edit (docs/interface.md, Templates). */
function emitComponents(world: World, template: Template): void {
	const textOf = (type: string) => componentOf(template, type)?.text;
	const [title, footer] = [textOf('HEADER'), textOf('FOOTER')];
	const buttons = (componentOf(template, 'BUTTONS')?.buttons ?? []).map(
		({ type, text, url, phone_number: phone }) => ({
			message_template_button_type: type,
			message_template_button_text: text,
			...(url === undefined ? {} : { message_template_button_url: url }),
			...(phone === undefined ? {} : { message_template_button_phone_number: phone }),
		}),
	);
	world.webhooks.emit({
		field: 'message_template_components_update',
		conversation: `template:${template.name}`,
		value: {
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: template.language,
			message_template_element: textOf('BODY'),
			...(title === undefined ? {} : { message_template_title: title }),
			...(footer === undefined ? {} : { message_template_footer: footer }),
			...(buttons.length === 0 ? {} : { message_template_buttons: buttons }),
		},
	});
}
