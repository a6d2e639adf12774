import { definePolicy } from './lint-policy';
import type { PolicyDocument } from './policy';
import strictDocument from './strict.json';

/** The interface's business rule, and the default. */
const strict = definePolicy(strictDocument);

/** The platform's own rule: a template may go out at any time, even in an active conversation. */
const platform: PolicyDocument = definePolicy({
	...strictDocument,
	name: 'platform',
	description: 'The rule of the platform: templates at any time, freeform only inside the window.',
	rules: strictDocument.rules
		.filter((rule) => rule.name !== 'template-in-active-conversation')
		.map((rule) =>
			rule.name === 'template'
				? {
						...rule,
						conditions: { all: [{ fact: 'templateState', operator: 'equal', value: 'sendable' }] },
						event: {
							type: 'template',
							params: {
								reason: 'No freeform content can go out, so the template {template} goes out.',
							},
						},
					}
				: rule,
		),
});

/** The policies that come with the package, by name. */
export const policies = { strict, platform };

/** A shipped policy; `undefined` if none has this name. */
export function shippedPolicy(name: string): PolicyDocument | undefined {
	return Object.hasOwn(policies, name) ? policies[name as keyof typeof policies] : undefined;
}
