import { variablesOf } from '../parameters';
import type { Definition, TemplateButtonDefinition, TemplateComponentDefinition } from '../template';
import { buttonCounts, callMinutes, templateLimits, isList, lengthProblems } from './limits';

/** Buttons: how many of each type, in which order, and what each of them needs. */
export function buttonsProblems(
	{ buttons = [] }: TemplateComponentDefinition,
	definition: Definition,
): string[] {
	if (buttons.length === 0) return ['BUTTONS has no buttons'];
	const types = buttons.map(({ type }) => type.toUpperCase());
	return [
		...(buttons.length > templateLimits.buttons ? [`at most ${templateLimits.buttons} buttons`] : []),
		...countProblems(types),
		...(areTogether(types, 'QUICK_REPLY') ? [] : ['QUICK_REPLY buttons must be next to each other']),
		...[...new Set(types)].flatMap((type) => {
			const allowed = CATEGORIES[type];
			if (allowed === undefined || allowed.includes(definition.category)) return [];
			return [`${type} buttons need the category ${allowed.join(' or ')}`];
		}),
		...buttons.flatMap((button, index) => buttonProblems(button, `button ${index}`)),
	];
}

/** Buttons that only some categories take (docs/interface.md, Template components). */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
	COPY_CODE: ['MARKETING'],
	MPM: ['MARKETING'],
	SPM: ['MARKETING'],
	CATALOG: ['MARKETING'],
	REQUEST_CONTACT_INFO: ['UTILITY', 'MARKETING'],
};

function countProblems(types: readonly string[]): string[] {
	return [...new Set(types)].flatMap((type) => {
		const most = buttonCounts[type];
		if (most === undefined)
			return [`button type must be one of ${Object.keys(buttonCounts).join(', ')}, got ${type}`];
		const count = types.filter((other) => other === type).length;
		return count > most ? [`at most ${most} ${type} buttons, got ${count}`] : [];
	});
}

function areTogether(types: readonly string[], type: string): boolean {
	const first = types.indexOf(type);
	return first === -1 || types.slice(first, types.lastIndexOf(type)).every((other) => other === type);
}

/** What a button of each type needs besides its label. */
const NEEDS: Readonly<Record<string, (button: TemplateButtonDefinition, where: string) => string[]>> = {
	URL: urlProblems,
	PHONE_NUMBER: ({ phone_number: number }, where) =>
		lengthProblems(
			`${where} phone_number`,
			typeof number === 'string' ? number : undefined,
			templateLimits.phoneNumber,
		),
	// The text of COPY_CODE cannot be customized (docs/interface.md, Template components).
	COPY_CODE: ({ example, text }, where) => {
		const code: unknown = Array.isArray(example) ? example[0] : example;
		const custom = text === undefined ? [] : [`${where} text cannot be customized`];
		return [
			...custom,
			...lengthProblems(
				`${where} example`,
				typeof code === 'string' ? code : undefined,
				templateLimits.couponCode,
			),
		];
	},
	VOICE_CALL: ({ ttl_minutes: minutes }, where) => {
		if (minutes === undefined) return [];
		const fits = Number(minutes) >= callMinutes.min && Number(minutes) <= callMinutes.max;
		return fits ? [] : [`${where} ttl_minutes must be from ${callMinutes.min} to ${callMinutes.max}`];
	},
	OTP: ({ otp_type: type }, where) =>
		typeof type === 'string' && ['copy_code', 'one_tap', 'zero_tap'].includes(type.toLowerCase())
			? []
			: [`${where} otp_type must be one of copy_code, one_tap, zero_tap`],
};

/** The text of these buttons is fixed. */
const FIXED_LABEL = new Set(['COPY_CODE', 'OTP', 'REQUEST_CONTACT_INFO']);

function buttonProblems(button: TemplateButtonDefinition, where: string): string[] {
	const type = button.type.toUpperCase();
	const label = FIXED_LABEL.has(type)
		? []
		: lengthProblems(`${where} text`, button.text, templateLimits.buttonText);
	return [...label, ...(NEEDS[type]?.(button, where) ?? [])];
}

function urlProblems({ url, example }: TemplateButtonDefinition, where: string): string[] {
	const variables = variablesOf(url);
	const atEnd = variables.length === 0 || /\}\}$/.test(url ?? '');
	return [
		...lengthProblems(`${where} url`, url, templateLimits.url),
		...(variables.length > 1 || !atEnd ? [`${where} url takes one variable, at its end`] : []),
		...(variables.length > 0 && !isList(example, 1) ? [`${where} example needs a sample URL`] : []),
	];
}
