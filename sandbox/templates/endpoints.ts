import * as z from 'zod';
import { json, type Answer, type Route } from '../http/route';
import { readAs } from '../problems';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import {
	createTemplate,
	deleteTemplate,
	deletionProblems,
	editProblems,
	editTemplate,
	nameProblems,
} from './changes';
import { formatProblems } from './format/problems';
import { listItem, listTemplates } from './list';
import {
	categorySchema,
	componentsSchema,
	definitionSchema,
	timeToLiveSchema,
	type Definition,
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
	refuse(formatProblems(definition));
	refuse(nameProblems(world, definition.name, definition.language));
	const template = createTemplate(world, {
		...definition,
		parameterFormat: definition.parameter_format ?? 'POSITIONAL',
		timeToLive: definition.message_send_ttl_seconds,
	});
	const { id, status, category } = template;
	if (status === 'REJECTED') return json({ id, status, category });
	return json({ ...listItem(world, template), status: 'submitted', rejected_reason: null });
}

const editSchema = z.object({
	category: categorySchema.optional(),
	components: componentsSchema.optional(),
	message_send_ttl_seconds: timeToLiveSchema.optional(),
});

function edit(world: World, externalId: string, body: unknown): Answer {
	const { category, components, message_send_ttl_seconds: timeToLive } = read(editSchema, body);
	const template = world.templates.find((known) => known.externalId === externalId);
	if (template === undefined) throw metaRefusal(404, `no template has the external id ${externalId}`);
	refuse(editFormatProblems(template, { category, components, message_send_ttl_seconds: timeToLive }));
	refuse(editProblems(world, template, category));
	editTemplate(world, template, { category, components, timeToLive });
	return json({ success: true, id: template.id, status: template.status, category: template.category });
}

/**
 * What is wrong with the format of a template after an edit. Of components that stay, only what the edit makes wrong, such
 * as a coupon code in another category.
 */
function editFormatProblems(template: Template, edit: z.output<typeof editSchema>): string[] {
	const { name, language, category, components, timeToLive } = template;
	const before = {
		name,
		language,
		category,
		components: [...components] as Definition['components'],
		message_send_ttl_seconds: timeToLive,
	};
	const problems = formatProblems({
		...before,
		category: edit.category ?? category,
		components: edit.components ?? before.components,
		message_send_ttl_seconds: edit.message_send_ttl_seconds ?? timeToLive,
	});
	if (edit.components !== undefined) return problems;
	const known = formatProblems(before);
	return problems.filter((problem) => !known.includes(problem));
}

function remove(world: World, name: string): Answer {
	refuse(deletionProblems(world, name));
	deleteTemplate(world, name);
	return json({ meta: { success: true, developer_message: `template ${name} was deleted`, http_code: 200 } });
}

function refuse(problems: readonly string[]): void {
	if (problems.length > 0) throw metaRefusal(400, problems.join('; '));
}

function read<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
	return readAs(shape, body, (sentence) => metaRefusal(400, sentence));
}
