import type { IDataObject } from 'n8n-workflow';
import type { Template, TemplateStep } from '../../../engine';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import type { TemplateReference } from '../../shared/template/template-reference';
import { isoTime } from '../../shared/times';
import type { TemplateChoice } from './template-choice';
import { findTemplate, lookUpTemplate, readChoice, templateField } from './template-choice';

/** The platform writes NONE if it has no reason. */
const reasonJson = (reason: string | undefined) => (reason === 'NONE' ? null : (reason ?? null));

const stepJson = ({ at, status, state, reason, pause, until, heardFrom }: TemplateStep): IDataObject => ({
	at: isoTime(at),
	status,
	state,
	reason: reasonJson(reason),
	pause: pause ?? null,
	until: isoTime(until),
	heardFrom,
});

/** The history of a template, as an item carries it: times as ISO 8601. */
function lifecycleJson({ name, language }: TemplateReference, known: Template, steps: TemplateStep[]) {
	const since = steps.findLast((step, index) => steps[index - 1]?.state !== step.state)?.at;
	return {
		name,
		language,
		state: known.state,
		status: known.status ?? null,
		since: isoTime(since),
		reason: reasonJson(known.reason),
		pause: known.pause ?? null,
		pauseEndsAt: isoTime(known.pauseEndsAt),
		quality: known.quality ?? null,
		category: known.category ?? null,
		history: steps.map(stepJson),
	};
}

/**
 * Gets the history of a template since we first heard of it, after asking the gateway for its present state. A template
 * that the gateway no longer has keeps its history.
 */
export const getLifecycle: Operation = {
	value: 'getLifecycle',
	name: 'Get Lifecycle',
	description: 'Get the history of a template: what happened, when, and why, and when a pause ends',
	action: 'Get the lifecycle of a template',
	fields: [templateField],
	async forEachItem(context) {
		const { credential, engine, gateway, sender } = await connect(context);
		const { channel, account } = credential;
		await sender.freshenClock(channel);
		const stepsOf = (template: TemplateReference) => engine.templateLifecycle({ channel, account, template });

		/** The template as the gateway has it, or as it was chosen if something is known about it. */
		async function find(choice: TemplateChoice): Promise<TemplateReference> {
			const found = await lookUpTemplate(gateway, choice);
			await engine.record(templatesAsOutcome({ channel, account }, found.translations));
			if (found.template) return found.template;
			const { name = '', language = '' } = choice;
			const steps = await stepsOf({ name, language });
			return steps.length > 0 ? { name, language } : (await findTemplate(gateway, choice)).template;
		}

		return async (itemIndex) => {
			const template = await find(readChoice(context, itemIndex));
			const known = await engine.template({ channel, account, template });
			return [{ json: lifecycleJson(template, known, await stepsOf(template)) }];
		};
	},
};
