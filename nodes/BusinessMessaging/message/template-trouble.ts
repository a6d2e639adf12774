import type { IExecuteFunctions } from 'n8n-workflow';
import { HOUR } from '../../../base';
import type { Intent, TemplateState } from '../../../engine';
import { compareTranslations } from '../../../engine';
import type { Explanation } from '../../../platform';
import type { Outcome, OutcomeError } from '../../../sending';
import { templatesAsOutcome } from '../../../sending';
import type { Connected } from '../../shared/connect';
import { createMissingDescriber, describeMissing } from '../../shared/template/missing-template';
import type { TemplateReference } from '../../shared/template/template-reference';
import { takesText } from '../takes-text';
import { lookUpTemplate } from '../template/template-choice';

interface NamedTemplate {
	name: string;
	language: string;
}

/** Why a template can't be sent, and what to do, for the states that its list tells. */
const EXPLANATIONS: Readonly<Partial<Record<TemplateState, (template: string) => Explanation>>> = {
	'in-review': (template) => ({
		what: `The template ${template} is in review.`,
		todo: "You can send it once the platform approves it. A review takes up to 24 hours. After 48 hours, ask your provider's support. Template: Get shows its status.",
	}),
	'in-appeal': (template) => ({
		what: `The template ${template} is in appeal.`,
		todo: 'You can send it if the platform approves it. Template: Get shows its status.',
	}),
	paused: (template) => ({
		what: `The template ${template} is paused.`,
		todo: 'Wait until the platform ends the pause. Template: Get Lifecycle shows when, if that is known.',
	}),
	rejected: (template) => ({
		what: `The platform rejected the template ${template}.`,
		todo: 'Template: Get shows why. Edit it, or use another one.',
	}),
	archived: (template) => ({ what: `The template ${template} is archived.`, todo: 'Use another one.' }),
	deleted: (template) => ({ what: `The template ${template} is deleted.`, todo: 'Use another one.' }),
	disabled: (template) => ({ what: `The template ${template} is disabled.`, todo: 'Use another one.' }),
};

/** Effects of errors that are about the template. */
const ABOUT_TEMPLATES: ReadonlySet<OutcomeError['effect']> = new Set([
	'resync',
	'template-hold',
	'template-stop',
]);

/**
 * Looks up a template that the gateway refused, and says why: it is unknown, or its status doesn't allow it. `undefined` for
 * another error, and if the list doesn't tell.
 */
export async function whyNotSendable(
	{ credential: { channel, account }, engine, gateway }: Pick<Connected, 'credential' | 'engine' | 'gateway'>,
	template: NamedTemplate | undefined,
	{ effect }: OutcomeError,
): Promise<Explanation | undefined> {
	if (!template || !ABOUT_TEMPLATES.has(effect)) return undefined;
	const { name, language } = template;
	const listed = await lookUpTemplate(gateway, template).catch(() => undefined);
	if (!listed) return undefined;
	const { template: found, translations } = listed;
	if (!found) return { what: await describeMissing(gateway, { name, language }, translations) };
	await engine.record(templatesAsOutcome({ channel, account }, [found]));
	const { state } = await engine.template({ channel, account, template: { name, language } });
	return EXPLANATIONS[state]?.(`${name} (${found.language})`);
}

/**
 * Says that a message didn't go out whose template the gateway doesn't have, and which ones it has: it was skipped, or is
 * held and has no freeform content that could go out later. Each template is looked up once. `undefined` for any other
 * outcome, and in a version that returns such a message as skipped.
 */
export function absentTemplates(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ engine, gateway }: Pick<Connected, 'engine' | 'gateway'>,
) {
	const describe = createMissingDescriber(gateway);
	return async (
		{ channel, account, template }: Pick<Intent, 'channel' | 'account' | 'template'>,
		{ action, repeated }: Pick<Outcome, 'action' | 'repeated'>,
		hasFreeform: boolean,
	): Promise<string | undefined> => {
		const isLost = action === 'skip' || (action === 'hold' && !hasFreeform);
		if (!template || !isLost || repeated || takesText(context)) return undefined;
		if ((await engine.template({ channel, account, template })).state !== 'absent') return undefined;
		return describe(template);
	};
}

/** How long the answer about a template is used: management calls are few (docs/interface.md, Limits). ms */
const AGE = HOUR;

/** So many answers are kept at most. */
const MOST = 1_000;

interface Compared {
	/** Of the monotonic clock. ms */
	at: number;
	warnings: Promise<string[]>;
}

/** What was found, for all executions of the process. */
const comparedTemplates = () => new Map<string, Compared>();

async function compare(gateway: Connected['gateway'], reference: TemplateReference): Promise<string[]> {
	const { template, translations } = await lookUpTemplate(gateway, reference);
	return template ? compareTranslations(template, translations).map(({ message }) => message) : [];
}

/**
 * What differs between a template and its translations, in sentences: messages of such a template can stay undelivered
 * (docs/interface.md, Errors). Asks the gateway once an hour at most; one that doesn't answer finds nothing.
 */
export function differingTranslations(
	{ credential, store, gateway }: Pick<Connected, 'credential' | 'store' | 'gateway'>,
	reference: TemplateReference,
): Promise<string[]> {
	const key = JSON.stringify([credential.baseUrl, credential.channel, reference.name, reference.language]);
	const compared = store.session.part(comparedTemplates);
	const now = store.runtime.monotonic();
	const known = compared.get(key);
	if (known && now - known.at < AGE) return known.warnings;
	const warnings = compare(gateway, reference).catch(() => []);
	compared.delete(key);
	if (compared.size >= MOST) compared.delete(compared.keys().next().value!);
	compared.set(key, { at: now, warnings });
	return warnings;
}
