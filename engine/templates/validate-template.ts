import type { Component } from './definition';
import { readDefinition } from './definition';
import { fieldsOf, isFilled, itemsOf, nameOf, violationsOf } from './rule';
import type { Rule, Violation } from './rule';
import { authenticationRules } from './rules/authentication';
import { bodyRules } from './rules/body';
import { buttonRules } from './rules/button';
import { buttonsRules } from './rules/buttons';
import { cardsOf, carouselRules, componentsOfCard } from './rules/carousel';
import { contentRules } from './rules/content';
import { definitionRules } from './rules/definition';
import { footerRules } from './rules/footer';
import { headerRules } from './rules/header';
import { offerRules } from './rules/offer';
import { textRules } from './rules/text';
import { timeToLiveRules } from './rules/time-to-live';

const RULES_OF_TYPE: ReadonlyMap<string, ReadonlyArray<Rule<Component>>> = new Map([
	['HEADER', headerRules],
	['BODY', bodyRules],
	['FOOTER', footerRules],
	['BUTTONS', buttonsRules],
	['LIMITED_TIME_OFFER', offerRules],
	['CAROUSEL', carouselRules],
]);

/** Components whose text takes variables. */
const TAKES_PARAMETERS: ReadonlySet<string> = new Set(['HEADER', 'BODY']);

function violationsOfText({ type, fields, format }: Component, path: string): Violation[] {
	if (!TAKES_PARAMETERS.has(type) || !isFilled(fields.text)) return [];
	return violationsOf(textRules, { text: fields.text, format }, `${path}.text`);
}

function violationsOfButtons({ type, fields, category }: Component, path: string): Violation[] {
	if (type !== 'BUTTONS') return [];
	return itemsOf(fields.buttons).flatMap((given, index) => {
		const button = { type: nameOf(fieldsOf(given).type), fields: fieldsOf(given), category };
		return violationsOf(buttonRules, button, `${path}.buttons[${index}]`);
	});
}

function violationsOfCards(carousel: Component, path: string): Violation[] {
	if (carousel.type !== 'CAROUSEL') return [];
	return cardsOf(carousel).flatMap((card, index) =>
		componentsOfCard(carousel, card).flatMap((component, place) =>
			component.type === 'CAROUSEL'
				? []
				: violationsOfComponent(component, `${path}.cards[${index}].components[${place}]`),
		),
	);
}

function violationsOfComponent(component: Component, path: string): Violation[] {
	return [
		...violationsOf(RULES_OF_TYPE.get(component.type) ?? [], component, path),
		...violationsOfText(component, path),
		...violationsOfButtons(component, path),
		...violationsOfCards(component, path),
	];
}

/**
 * Checks a template's definition without the gateway: every rule of the interface and the platform that it breaks, at
 * once; empty if there are none. An `error` is refused or rejected for certain; a `warning` is about what
 * only the platform can judge. Never throws on a JSON value.
 *
 * What depends on other templates (250 names, recently deleted names, identical wording) isn't checked here.
 *
 * @param definition the body of a template's creation: `{ name, language, category, components, parameter_format?,
 *   message_send_ttl_seconds? }`
 * @example
 * const problems = validateTemplate({ name: 'hello', language: 'en', category: 'UTILITY', components: [] });
 */
export function validateTemplate(definition: unknown): Violation[] {
	const read = readDefinition(definition);
	return [
		...violationsOf(definitionRules, read, ''),
		...violationsOf(authenticationRules, read, ''),
		...violationsOf(timeToLiveRules, read, ''),
		...read.components.flatMap((component, index) =>
			violationsOfComponent(component, `components[${index}]`),
		),
		...violationsOf(contentRules, read, ''),
	];
}

/** The field of the definition that a path begins with. */
const fieldOf = (path: string) => /^\w*/.exec(path)![0];

/**
 * Checks an edit of a template: only what it changes. A violation counts if it is in a field that the edit replaces, or
 * if the template doesn't have it without the edit. The platform has accepted the rest already.
 *
 * @param template the template as the gateway lists it
 * @param change the fields that the edit replaces
 */
export function validateChange(template: object, change: object): Violation[] {
	const sameAs = (one: Violation) => (other: Violation) => other.path === one.path && other.rule === one.rule;
	const before = validateTemplate(template);
	return validateTemplate({ ...template, ...change }).filter(
		(violation) => Object.hasOwn(change, fieldOf(violation.path)) || !before.some(sameAs(violation)),
	);
}
