import * as z from 'zod';
import { readAs } from '../http/read-body';
import { json, type Answer, type Route } from '../http/route';
import { failUndeliveredLater } from '../messages/offline';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import {
	categorySchema,
	componentsSchema,
	definitionSchema,
	timeToLiveSchema,
	type Definition,
} from './definition';
import { emitComponents } from './components-event';
import { checkEdit } from './edits';
import { formatProblems } from './format/problems';
import { halt } from './lifecycle';
import { listItem, listTemplates } from './list';
import { checkName, lockName } from './names';
import { submit } from './submit';
import { newTemplate } from './template';

/** Interface, "Endpoints / Templates". */
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

/** Any edit puts the template back under review. Interface, "Template status". */
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

/** Deleting a name removes all its translations. Interface, "Template deletion". */
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
