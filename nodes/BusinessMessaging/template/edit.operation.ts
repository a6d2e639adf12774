import { validateTemplate } from '../../../engine';
import type { TemplateChange } from '../../../platform';
import { connect } from '../../shared/connect';
import { definitionInput } from '../../shared/fields/definition-input';
import type { Operation } from '../../shared/operation';
import { changeFields } from './definition-fields';
import { readDefinition } from './read-definition';
import { refuseViolations, warningsOf } from './refuse-violations';
import { findTemplate, readChoice, templateField } from './template-choice';

/** Edits a template and submits it for review again. */
export const edit: Operation = {
	value: 'edit',
	name: 'Edit',
	description:
		"Replace parts of a template and submit it for review again. You can't send it until it is approved.",
	action: 'Edit a template',
	fields: [definitionInput, templateField, ...changeFields],
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const { template } = await findTemplate(gateway, readChoice(context, itemIndex));
			const { name, language } = template;
			const given = readDefinition(context, itemIndex);
			const { category, components, parameter_format } = given as TemplateChange;
			const change = {
				...(category !== undefined && { category }),
				...(components !== undefined && { components }),
				...(parameter_format !== undefined && { parameter_format }),
			};
			if (Object.keys(change).length === 0) throw new Error(`There is nothing to change in ${name}.`);
			const violations = components === undefined ? [] : validateTemplate({ ...template, ...change });
			refuseViolations(violations);
			const answer = await gateway.templates.edit(template.external_id ?? template.id ?? '', change);
			const status = answer.status ?? 'PENDING';
			const edited = { name, language, status, category: answer.category ?? category };
			await engine.record({ kind: 'templates-listed', channel, account, templates: [edited] });
			return [
				{
					json: {
						name,
						language,
						category: answer.category ?? category ?? template.category ?? null,
						status,
						externalId: template.external_id ?? template.id ?? null,
						warnings: warningsOf(violations),
					},
				},
			];
		};
	},
};
