import * as z from 'zod';
import { DAY } from '../../base';
import { json, type Answer, type Route } from '../http/route';
import { failUndeliveredLater } from '../messages/progress';
import { readAs } from '../problems';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import { formatProblems } from './format/problems';
import { halt } from './lifecycle';
import { listItem, listTemplates } from './list';
import { submit } from './review';
import {
	categorySchema,
	componentsSchema,
	definitionSchema,
	timeToLiveSchema,
	type Definition,
	newTemplate,
	findTemplate,
	componentOf,
	type Category,
	type Template,
} from './template';

/** The endpoints of templates (docs/interface.md, Templates). */
export const templateRoutes: readonly Route[] = [
	{ method: 'POST', path: '/v1/configs/templates', handle: ({ world, body }) => create(world, body()) },
	{
		method: 'GET',
		path: '/v1/configs/templates',
		handle: ({ world, query }) => json(listTemplates(world, query)),
	},
	{
		method: 'POST',
		path: '/v1/configs/templates/:externalId',
		handle: ({ world, params, body }) => edit(world, params.externalId ?? '', body()),
	},
	{
		method: 'DELETE',
		path: '/v1/configs/templates/:name',
		handle: ({ world, params }) => remove(world, params.name ?? ''),
	},
];

/** Answers the template with status `submitted`, or, when the platform rejects it at once, the short form. */
function create(world: World, body: unknown): Answer {
	const definition = read(definitionSchema, body);
	checkFormat(definition);
	checkName(world, definition.name, definition.language);
	const template = newTemplate({
		...definition,
		parameterFormat: definition.parameter_format,
		timeToLive: definition.message_send_ttl_seconds,
	});
	world.templates.push(template);
	submit(world, template);
	const { id, status, category } = template;
	if (status === 'REJECTED') return json({ id, status, category });
	return json({ ...listItem(world, template), status: 'submitted', rejected_reason: null });
}

const editSchema = z.object({
	category: categorySchema.optional(),
	components: componentsSchema.optional(),
	message_send_ttl_seconds: timeToLiveSchema.optional(),
});

/** Any edit puts the template back under review (docs/interface.md, Template status). */
function edit(world: World, externalId: string, body: unknown): Answer {
	const { category, components, message_send_ttl_seconds: timeToLive } = read(editSchema, body);
	const template = world.templates.find((known) => known.externalId === externalId);
	if (template === undefined) throw metaRefusal(404, `no template has the external id ${externalId}`);
	if (components !== undefined || timeToLive !== undefined) {
		checkFormat({
			...template,
			category: category ?? template.category,
			components: [...(components ?? template.components)] as Definition['components'],
			message_send_ttl_seconds: timeToLive,
		});
	}
	checkEdit(world, template, category);
	template.category = category ?? template.category;
	template.components = components ?? template.components;
	template.timeToLive = timeToLive ?? template.timeToLive;
	submit(world, template);
	emitComponents(world, template);
	return json({ success: true, id: template.id, status: template.status, category: template.category });
}

/** Deleting a name removes all its translations (docs/interface.md, Template deletion). */
function remove(world: World, name: string): Answer {
	const gone = world.templates.filter((template) => template.name === name);
	if (gone.length === 0) throw metaRefusal(400, `no template is named ${name}`);
	lockName(world, name, gone);
	failUndeliveredLater(world, name);
	for (const template of gone) {
		halt(template);
		world.templates.splice(world.templates.indexOf(template), 1);
	}
	return json({ meta: { success: true, developer_message: `template ${name} was deleted`, http_code: 200 } });
}

function checkFormat(definition: Definition): void {
	const problems = formatProblems(definition);
	if (problems.length > 0) throw metaRefusal(400, problems.join('; '));
}

function read<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
	return readAs(shape, body, (sentence) => metaRefusal(400, sentence));
}

const EDITABLE = new Set(['APPROVED', 'REJECTED', 'PAUSED']);

/**
 * Refuses edits that break the platform's rules, if the settings ask for them: only approved, rejected, and paused
 * templates can be edited; an approved one once in 24 hours and ten times in 30 days, and never its category. Facts.
 */
function checkEdit({ clock, settings }: World, template: Template, category: Category | undefined): void {
	const edits = template.edits;
	const since = (ms: number) => edits.filter((at) => clock.now() - at < ms).length;
	if (settings.editRules === 'platform') {
		if (!EDITABLE.has(template.status))
			throw metaRefusal(400, `a template that is ${template.status} cannot be edited`);
		if (template.status === 'APPROVED') {
			if (category !== undefined && category !== template.category) {
				throw metaRefusal(400, 'the category of an approved template cannot be changed');
			}
			if (since(DAY) >= 1) throw metaRefusal(400, 'an approved template can be edited once in 24 hours');
			if (since(30 * DAY) >= 10)
				throw metaRefusal(400, 'an approved template can be edited 10 times in 30 days');
		}
	}
	edits.push(clock.now());
}

/** How long the name of a deleted approved template can't be reused (docs/interface.md, Template deletion). */
const NAME_LOCKED_MS = 30 * DAY;

/** Refuses a name that exists in this language, was deleted recently, or exceeds the account's limit. */
function checkName(world: World, name: string, language: string): void {
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
function lockName({ clock, deletedNames }: World, name: string, deleted: readonly Template[]): void {
	const approved = deleted.some(({ status }) => status === 'APPROVED' || status === 'PAUSED');
	if (approved) deletedNames.set(name, clock.now());
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
