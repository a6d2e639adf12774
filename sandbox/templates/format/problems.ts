import type { Definition } from '../definition';
import type { TemplateComponentDefinition } from '../template';
import { bodyProblems } from './body';
import { buttonsProblems } from './buttons';
import { callPermissionProblems, carouselProblems, offerProblems } from './extras';
import { footerProblems } from './footer';
import { headerProblems } from './header';
import { timeToLiveProblems } from './time-to-live';

type Check = (component: TemplateComponentDefinition, definition: Definition) => string[];

const CHECKS: Readonly<Record<string, Check>> = {
	HEADER: headerProblems,
	BODY: bodyProblems,
	FOOTER: footerProblems,
	BUTTONS: buttonsProblems,
	LIMITED_TIME_OFFER: offerProblems,
	CAROUSEL: carouselProblems,
	CALL_PERMISSION_REQUEST: callPermissionProblems,
};

/** Everything that keeps the platform from even reviewing a definition, one sentence each. Facts, §4. */
export function formatProblems(definition: Definition): string[] {
	const types = definition.components.map(({ type }) => type.toUpperCase());
	const repeated = [...new Set(types.filter((type, index) => types.indexOf(type) !== index))];
	const buttons = definition.components.flatMap((component) => component.buttons ?? []);
	return [
		...(types.includes('BODY') ? [] : ['a BODY is missing']),
		...repeated.map((type) => `more than one ${type}`),
		...(definition.category === 'AUTHENTICATION' && !buttons.some(({ type }) => type.toUpperCase() === 'OTP')
			? ['AUTHENTICATION needs an OTP button']
			: []),
		...timeToLiveProblems(definition),
		...definition.components.flatMap((component, index) => {
			const check = CHECKS[types[index] ?? ''];
			if (check !== undefined) return check(component, definition);
			return [`component type must be one of ${Object.keys(CHECKS).join(', ')}, got ${component.type}`];
		}),
	];
}
