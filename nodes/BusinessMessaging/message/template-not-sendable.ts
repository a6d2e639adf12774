import type { TemplateState } from '../../../engine';
import type { OutcomeError } from '../../../sending';
import { templatesAsOutcome } from '../../../sending';
import type { Connected } from '../../shared/connect';
import { describeMissing, lookUpTemplate } from '../template/template-choice';

interface NamedTemplate {
	name: string;
	language: string;
}

/** Why a template can't be sent, and what to do, for the states that its list tells. */
const SENTENCES: Readonly<Partial<Record<TemplateState, (template: string) => string>>> = {
	'in-review': (template) =>
		`The template ${template} isn't approved yet: the platform is still reviewing it. Send it when Template: Get shows APPROVED.`,
	'in-appeal': (template) =>
		`The template ${template} isn't approved: the platform is reviewing it again after an appeal. Send it when Template: Get shows APPROVED.`,
	rejected: (template) =>
		`The platform rejected the template ${template}. Template: Get shows why. Edit it, or use another one.`,
	archived: (template) => `The template ${template} is archived. Use another one.`,
	deleted: (template) => `The template ${template} is being deleted. Use another one.`,
};

/**
 * Looks up a template that the gateway refused as unknown or not approved, and says which of these it is. `undefined`
 * for another error, and if the list doesn't tell.
 */
export async function whyNotSendable(
	{ credential: { channel, account }, engine, gateway }: Pick<Connected, 'credential' | 'engine' | 'gateway'>,
	template: NamedTemplate | undefined,
	{ effect }: OutcomeError,
): Promise<string | undefined> {
	if (!template || effect !== 'resync') return undefined;
	const { name, language } = template;
	const listed = await lookUpTemplate(gateway, template).catch(() => undefined);
	if (!listed) return undefined;
	const { template: found, translations } = listed;
	if (!found) return describeMissing(name, language, translations);
	await engine.record(templatesAsOutcome({ channel, account }, [found]));
	const { state } = await engine.template({ channel, account, template: { name, language } });
	return SENTENCES[state]?.(`${name} (${found.language})`);
}
