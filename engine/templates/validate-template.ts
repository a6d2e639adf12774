import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../../base';
import type { Component } from './definition';
import { readDefinition } from './definition';
import { fieldsOf, isFilled, itemsOf, nameOf, toViolation, violationsOf } from './rule';
import type { FoundViolation, Rule, Violation } from './rule';
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
const TAKES_VARIABLES: ReadonlySet<string> = new Set(['HEADER', 'BODY']);

function violationsOfText({ type, fields, format }: Component, path: Path): FoundViolation[] {
	if (!TAKES_VARIABLES.has(type) || !isFilled(fields.text)) return [];
	return violationsOf(textRules, { text: fields.text, format }, [...path, 'text']);
}

function violationsOfButtons({ type, fields, category }: Component, path: Path): FoundViolation[] {
	if (type !== 'BUTTONS') return [];
	return itemsOf(fields.buttons).flatMap((given, index) => {
		const button = { type: nameOf(fieldsOf(given).type), fields: fieldsOf(given), category };
		return violationsOf(buttonRules, button, [...path, 'buttons', index]);
	});
}

function violationsOfCards(carousel: Component, path: Path): FoundViolation[] {
	if (carousel.type !== 'CAROUSEL') return [];
	return cardsOf(carousel).flatMap((card, index) =>
		componentsOfCard(carousel, card).flatMap((component, place) =>
			component.type === 'CAROUSEL'
				? []
				: violationsOfComponent(component, [...path, 'cards', index, 'components', place]),
		),
	);
}

function violationsOfComponent(component: Component, path: Path): FoundViolation[] {
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
export const validateTemplate = (definition: unknown): Violation[] =>
	violationsOfTemplate(definition).map(toViolation);

/** The same as it was found. */
export function violationsOfTemplate(definition: unknown): FoundViolation[] {
	const read = readDefinition(definition);
	return [
		...violationsOf(definitionRules, read, []),
		...violationsOf(authenticationRules, read, []),
		...violationsOf(timeToLiveRules, read, []),
		...read.components.flatMap((component, index) => violationsOfComponent(component, ['components', index])),
		...violationsOf(contentRules, read, []),
	];
}

/**
 * Checks an edit of a template: only what it changes. A violation counts if it is in a field that the edit replaces, or
 * if the template doesn't have it without the edit. The platform has accepted the rest already.
 *
 * @param template the template as the gateway lists it
 * @param change the fields that the edit replaces
 */
export function violationsOfChange(template: object, change: object): FoundViolation[] {
	const sameAs = (one: FoundViolation) => (other: FoundViolation) =>
		other.rule === one.rule && isDeepStrictEqual(other.path, one.path);
	const before = violationsOfTemplate(template);
	return violationsOfTemplate({ ...template, ...change }).filter(
		(violation) => Object.hasOwn(change, violation.path[0] ?? '') || !before.some(sameAs(violation)),
	);
}
