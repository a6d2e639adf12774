import type { PolicyDocument, PolicyRule } from './policy';
import firstStrict from './strict-1.json';
import thirdStrict from './strict-3.json';
import earlierWords from './strict-words.json';
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

type Words = Readonly<Record<string, Pick<PolicyRule['event']['params'], 'reason' | 'reasons'>>>;

/** An earlier version that differs in the reasons of some rules only. */
function earlier(version: keyof typeof earlierWords, later: PolicyDocument): PolicyDocument {
	const wordsOf: Words = earlierWords[version];
	const rules = later.rules.map((rule): PolicyRule => {
		const words = wordsOf[rule.name];
		if (words === undefined) return rule;
		const { reason: _reason, reasons: _reasons, ...params } = rule.event.params;
		return { ...rule, event: { ...rule.event, params: { ...words, ...params } } };
	});
	return { ...later, version: Number(version), rules };
}

const third = thirdStrict as PolicyDocument;
const newest = strictDocument as PolicyDocument;

/**
 * Every version of the interface's business rule, oldest first: a planned campaign keeps the one it was planned with.
 * A test lints them, not each start.
 */
const STRICT = [
	firstStrict as PolicyDocument,
	earlier('2', third),
	third,
	earlier('4', newest),
	earlier('5', newest),
	earlier('6', newest),
	earlier('7', newest),
	newest,
];

const VERSIONS = { strict: STRICT, platform: STRICT.map(platformFrom) };

/** The policies that come with the package, by name; `strict` is the default. */
export const policies = { strict: VERSIONS.strict.at(-1)!, platform: VERSIONS.platform.at(-1)! };

/** A shipped policy, the newest version unless one is given; `undefined` if it doesn't exist. */
export function shippedPolicy(name: string, version?: number): PolicyDocument | undefined {
	if (!Object.hasOwn(VERSIONS, name)) return undefined;
	const versions = VERSIONS[name as keyof typeof VERSIONS];
	return version === undefined ? versions.at(-1) : versions.find((one) => one.version === version);
}
