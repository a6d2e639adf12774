import type { IDataObject } from 'n8n-workflow';
import type { FoundViolation } from '../../../engine';
import { compareTranslations, violationsOfChange } from '../../../engine';
import type { TemplateChange, TemplateItem } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { checkFirstOption, definitionInput } from '../../shared/common-fields';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { describeSubmitted } from './create.operation';
import { changeFields } from './definition-fields';
import { findSameWording, knownTemplates } from './known-templates';
import { formOf, isJson, misnamedSamples, partName, readChange } from './read-definition';
import { formatOf } from './variable-format';
import { refuseViolations, warningsOf } from './violations';
import { findTemplate, readChoice, templateField } from './template-choice';

/** A template may keep its wording, so that of another one is never refused. */
function wordingWarnings(edited: TemplateItem, templates: readonly TemplateItem[]): FoundViolation[] {
	const twin = findSameWording({ name: edited.name, components: edited.components }, templates);
	if (!twin) return [];
	const message = `The template ${twin.name} (${twin.language}) has the same body and footer, so the platform may reject this one as a duplicate.`;
	return [{ path: ['components'], rule: 'same-wording', severity: 'warning', message }];
}

const IN_REVIEW =
	"Submitted for review. Until it is approved, you can't send the template: Send Auto and campaigns hold its messages. Template: Get shows its status.";

/** Says what became of the edits, and which parts a template has now, if it's one. */
function describeEdited(output: IDataObject[]): string | undefined {
	const [edited, ...others] = output;
	if (others.length > 0 || !Array.isArray(edited?.parts)) return describeSubmitted(output, IN_REVIEW);
	const parts = (edited.parts as string[]).map(partName).join(', ');
	return describeSubmitted(output, IN_REVIEW, `It has these parts now: ${parts}.`);
}

const nothingToChange = (name: string, inJson: boolean): string =>
	inJson
		? `Nothing was submitted. The JSON changes nothing in ${name}. It needs components, category, or message_send_ttl_seconds.`
		: `Nothing was submitted. The form changes nothing in ${name}. Fill in what is to change, such as Body or Category, or choose a part in Remove.`;

/** Edits a template and submits it for review again. */
export const edit: Operation = {
	value: 'edit',
	name: 'Edit',
	description:
		"Change the category or parts of a template, and submit it for review again. You can't send it until it is approved.",
	action: 'Edit a template',
	fields: [definitionInput, templateField, ...changeFields],
	options: [checkFirstOption],
	hint: describeEdited,
	async forEachItem(context) {
		const connected = await connect(context);
		const { credential, engine, gateway } = connected;
		const { channel, account } = credential;
		const known = knownTemplates(connected);

		/** Warnings about the edit beside other templates. They can only be about its components. */
		async function compare(edited: TemplateItem, change: TemplateChange): Promise<FoundViolation[]> {
			if (change.components === undefined) return [];
			const templates = await known.all();
			return [
				...compareTranslations(edited, templates),
				...wordingWarnings(edited, templates),
				...known.warnings(),
			];
		}

		return async (itemIndex) => {
			const { template: listed } = await findTemplate(gateway, readChoice(context, itemIndex));
			const template = { ...listed, parameter_format: formatOf(listed) };
			const { name, language } = template;
			const form = formOf(context, itemIndex, changeFields);
			const change = readChange(form, template);
			const inJson = isJson(context, itemIndex);
			if (Object.keys(change).length === 0) throw new Error(nothingToChange(name, inJson));
			const { checkFirst = true } = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
			const violations = violationsOfChange(template, change);
			if (checkFirst) {
				refuseViolations({ ...template, ...change }, violations, inJson, inJson ? [] : misnamedSamples(form));
				violations.push(...(await compare({ ...template, ...change }, change)));
			}
			// The name of an approved template stays locked after its deletion, also if it was edited before.
			await engine.record(templatesAsOutcome({ channel, account }, [template]));
			const answer = await gateway.templates.edit(template.external_id ?? template.id ?? '', change);
			const status = answer.status ?? 'PENDING';
			const category = answer.category ?? change.category;
			const edited = { name, language, status, category };
			await engine.record({ kind: 'templates-listed', channel, account, templates: [edited] });
			await known.note({ ...template, ...change, status });
			return [
				{
					json: {
						name,
						language,
						category: category ?? template.category ?? null,
						status,
						parts: (change.components ?? template.components ?? []).map(({ type }) => type),
						externalId: template.external_id ?? template.id ?? null,
						warnings: warningsOf({ ...template, ...change }, violations),
					},
				},
			];
		};
	},
};
