import { compareTranslations } from '../../../engine';
import type { Connected } from '../../shared/connect';
import type { TemplateReference } from '../../shared/template/template-reference';
import { lookUpTemplate } from '../template/template-choice';

/** How long the answer about a template is used: management calls are few (platform-facts-2026, section 8). ms */
const AGE = 60 * 60_000;

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
 * (interface, Errors, rule 2). Asks the gateway once an hour at most; one that doesn't answer finds nothing.
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
