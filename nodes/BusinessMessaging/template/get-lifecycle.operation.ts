import type { IDataObject } from 'n8n-workflow';
import type { Template, TemplateStep } from '../../../engine';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import type { TemplateReference } from '../../shared/template/template-reference';
import type { TemplateChoice } from './template-choice';
import { findTemplate, lookUpTemplate, readChoice } from './template-choice';

const written = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

/** The platform writes NONE where it has no reason. */
const reasonJson = (reason: string | undefined) => (reason === 'NONE' ? null : (reason ?? null));

const stepJson = ({ at, status, state, reason, pause, until, heardFrom }: TemplateStep): IDataObject => ({
	at: written(at),
	status,
	state,
	reason: reasonJson(reason),
	pause: pause ?? null,
	until: written(until),
	heardFrom,
});

/** What becomes of a template, as an item carries it: times as ISO 8601. */
function lifecycleJson({ name, language }: TemplateReference, known: Template, steps: TemplateStep[]) {
	const since = steps.findLast((step, index) => steps[index - 1]?.state !== step.state)?.at;
	return {
		name,
		language,
		state: known.state,
		status: known.status ?? null,
		since: written(since),
		reason: reasonJson(known.reason),
		pause: known.pause ?? null,
		pauseEndsAt: written(known.pauseEndsAt),
		quality: known.quality ?? null,
		category: known.category ?? null,
		history: steps.map(stepJson),
	};
}

/**
 * Gets what became of a template since we heard of it first, after asking the gateway how it is now. One that the
 * gateway does not have any more has its history too.
 */
export const getLifecycle: Operation = {
	description: [],
	async prepare(context) {
		const { credential, engine, gateway, sender } = await connect(context);
		const { channel, account } = credential;
		await sender.freshenClock(channel);
		const stepsOf = (template: TemplateReference) => engine.templateLifecycle({ channel, account, template });

		/** The template as the gateway has it, else as it was chosen where something is known of it. */
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
