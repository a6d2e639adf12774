import type { Definition } from '../definition';
import { variablesOf } from '../parameters';
import type { TemplateComponentDefinition } from '../template';
import { templateLimits } from './limits';
import { lengthProblems } from './texts';

const { min, max } = templateLimits.codeExpirationMinutes;

/** A footer: a text without variables, or the minutes until an authentication code expires. */
export function footerProblems(footer: TemplateComponentDefinition, { category }: Definition): string[] {
	const minutes = footer.code_expiration_minutes;
	if (category === 'AUTHENTICATION' && minutes !== undefined) {
		const fits = Number.isInteger(minutes) && Number(minutes) >= min && Number(minutes) <= max;
		return fits ? [] : [`FOOTER code_expiration_minutes must be from ${min} to ${max}`];
	}
	return [
		...lengthProblems('FOOTER text', footer.text, templateLimits.footerText),
		...(variablesOf(footer.text).length > 0 ? ['FOOTER text takes no variables'] : []),
	];
}
