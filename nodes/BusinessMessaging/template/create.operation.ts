import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { compareTranslations, nameItself, nameLockedUntil, violationsOfTemplate } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import type { TemplateCreated, TemplateDefinition, TemplateItem } from '../../../platform';
import { REJECTION_REASONS, TEMPLATE_NAMES } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { checkFirstOption } from '../../shared/common-fields';
import { connect } from '../../shared/connect';
import { ProblemList } from '../../shared/errors/item-errors';
import type { Operation } from '../../shared/operation';
import { withLocalTimes } from '../../shared/times';
import { findCreationConflicts, knownTemplates } from './known-templates';
import { newTemplateFields } from './definition-fields';
import { formOf, isJson, misnamedSamples, readDefinition } from './read-definition';
import { refuseViolations, warningsOf } from './violations';

const namesOption: INodeProperties = {
	displayName: 'Names Allowed',
	name: 'names',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: TEMPLATE_NAMES,
	description: 'How many template names the account can have',
};

const isRejected = (status: unknown) => String(status).toLowerCase() === 'rejected';

const IN_REVIEW =
	'Submitted for review. You can send the template once it is approved. Template: Get shows its status.';

/** What only the platform can judge, each once. */
function warned(created: readonly IDataObject[]): string[] {
	const lines = created.flatMap(({ warnings }) =>
		(warnings as ReturnType<typeof warningsOf>).map(({ where, message }) => `${where}: ${message}`),
	);
	const [first, ...others] = new Set(lines);
	if (first === undefined) return [];
	if (others.length === 0) return [`There is a warning. ${first}`];
	return [`There are ${others.length + 1} warnings:`, ...[first, ...others].map((line) => `- ${line}`)];
}

/**
 * Says what became of the templates: each that was rejected at once with its reason, `inReview` about the others, and
 * what is warned about.
 * @param more what else there is to say
 */
export function describeSubmitted(
	output: IDataObject[],
	inReview: string,
	more?: string,
): string | undefined {
	const created = output.filter(({ status }) => status !== undefined);
	const rejected = created.filter(({ status }) => isRejected(status));
	const reasons = rejected.map(({ name, language, rejectedReason }) => {
		const why =
			rejectedReason && rejectedReason !== 'NONE'
				? `: ${REJECTION_REASONS[String(rejectedReason)] ?? String(rejectedReason)}`
				: '. The gateway gave no reason';
		return `${String(name)} (${String(language)}) was rejected${why}.`;
	});
	if (reasons.length > 0) reasons.push('Template: Edit changes it and submits it again.');
	if (created.length > rejected.length) reasons.push(inReview);
	if (reasons.length === 0) return undefined;
	if (more !== undefined) reasons.push(more);
	return [reasons.join(' '), ...warned(created)].join('\n');
}

/** Only the answer of a creation says `submitted` for what every list calls `PENDING` (docs/interface.md, Template status). */
const statusOf = (status: string | undefined) => (status?.toLowerCase() === 'submitted' ? 'PENDING' : status);

/**
 * A template that was just created, with the external ID that Edit needs, and why it was rejected. The short answer of a
 * creation has neither: the list has them. If that can't be read, the template exists all the same.
 */
async function withListed(
	{ templates }: GatewayClient,
	definition: TemplateDefinition,
	answer: TemplateCreated,
): Promise<TemplateItem> {
	const item: TemplateItem = { ...definition, ...answer };
	if (answer.external_id) return item;
	const listed = await templates.get(definition.name, definition.language).catch(() => undefined);
	return { ...item, external_id: listed?.external_id, rejected_reason: listed?.rejected_reason };
}

/** Creates a template and submits it for review, after checking for conflicts that are already known. */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	description: 'Create a template and submit it for review',
	action: 'Create a template',
	fields: newTemplateFields,
	options: [checkFirstOption, namesOption],
	hint: (output) => describeSubmitted(output, IN_REVIEW),
	async forEachItem(context) {
		const connected = await connect(context);
		const { credential, engine, gateway } = connected;
		const { channel, account } = credential;
		const known = knownTemplates(connected);

		async function refuseConflicts(definition: TemplateDefinition, names: number): Promise<void> {
			const template = nameItself(definition);
			const lockedUntil = nameLockedUntil(await engine.template({ channel, account, template }));
			const templates = await known.all();
			const now = await engine.now(channel);
			const conflicts = findCreationConflicts(definition, { templates, lockedUntil, now, names });
			const problems = conflicts.map((problem) => withLocalTimes(problem, context.getTimezone()));
			if (problems.length > 0) throw new ProblemList('Nothing was submitted.', problems);
		}

		return async (itemIndex) => {
			const form = formOf(context, itemIndex, newTemplateFields);
			const definition = readDefinition(form) as unknown as TemplateDefinition;
			const { checkFirst = true, names = TEMPLATE_NAMES } = context.getNodeParameter(
				'options',
				itemIndex,
				{},
			) as IDataObject;
			const violations = violationsOfTemplate(definition);
			if (checkFirst) {
				const inJson = isJson(context, itemIndex);
				refuseViolations(definition, violations, inJson, inJson ? [] : misnamedSamples(form));
				await refuseConflicts(definition, names as number);
				violations.push(...compareTranslations(definition, await known.all()), ...known.warnings());
			}
			const answer = await gateway.templates.create(definition);
			const item = await withListed(gateway, definition, answer);
			const { name, language, category, status, rejected_reason: reason, external_id: externalId } = item;
			await known.note(item);
			await engine.record(templatesAsOutcome({ channel, account }, [item]));
			return [
				{
					json: {
						name,
						language,
						category: category ?? null,
						status: statusOf(status) ?? null,
						rejectedReason: reason ?? null,
						externalId: externalId ?? null,
						warnings: warningsOf(definition, violations),
					},
				},
			];
		};
	},
};
