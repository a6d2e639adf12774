import type { PolicyDocument } from './policy';
import firstStrict from './strict-1.json';
import secondStrict from './strict-2.json';
import thirdStrict from './strict-3.json';
import fourthStrict from './strict-4.json';
import fifthStrict from './strict-5.json';
import strictDocument from './strict.json';

/** The platform's own rule, from the interface's: a template may go out at any time, even in an active conversation. */
function platformFrom(strict: PolicyDocument): PolicyDocument {
	return {
		...strict,
		name: 'platform',
		description:
			"The platform's own rule: templates at any time, freeform messages only while the conversation window is open.",
		rules: strict.rules
			.filter((rule) => rule.name !== 'template-in-active-conversation')
			.map((rule) =>
				rule.name === 'template'
					? {
							...rule,
							conditions: { all: [{ fact: 'templateState', operator: 'equal', value: 'sendable' }] },
							event: {
								type: 'template',
								params: {
									reason: 'No freeform message can be sent, so the template {template} is sent.',
								},
							},
						}
					: rule,
			),
	};
}

/**
 * Every version of the interface's business rule, oldest first: a planned campaign keeps the one it was planned with.
 * A test lints them, not each start.
 */
const STRICT = [
	firstStrict,
	secondStrict,
	thirdStrict,
	fourthStrict,
	fifthStrict,
	strictDocument,
] as PolicyDocument[];

const VERSIONS = { strict: STRICT, platform: STRICT.map(platformFrom) };

/** The policies that come with the package, by name; `strict` is the default. */
export const policies = { strict: VERSIONS.strict.at(-1)!, platform: VERSIONS.platform.at(-1)! };

/** A shipped policy, the newest version unless one is given; `undefined` if it doesn't exist. */
export function shippedPolicy(name: string, version?: number): PolicyDocument | undefined {
	if (!Object.hasOwn(VERSIONS, name)) return undefined;
	const versions = VERSIONS[name as keyof typeof VERSIONS];
	return version === undefined ? versions.at(-1) : versions.find((one) => one.version === version);
}
