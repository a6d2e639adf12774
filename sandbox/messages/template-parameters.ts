import type { TemplateComponent, TemplateParameter } from './template-shape';

/** A parameter of a template message, and where the platform's errors say that it is. */
interface Placed {
	readonly where: string;
	readonly parameter: TemplateParameter;
}

/** All parameters of a template message, those of carousel cards included. */
export function parametersIn(components: readonly TemplateComponent[], path = 'template'): Placed[] {
	return components.flatMap((component, index) => {
		const where = `${path}['components'][${index}]`;
		if (component.type === 'carousel') {
			return component.cards.flatMap((card, number) =>
				parametersIn(card.components ?? [], `${where}['cards'][${number}]`),
			);
		}
		const parameters = component.parameters ?? [];
		return parameters.map((parameter, n) => ({ where: `${where}['parameters'][${n}]`, parameter }));
	});
}
