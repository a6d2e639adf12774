import type { Sandbox } from '../../../sandbox';
import type { Random } from '../../support/seeded-random';

/** Who gets messages. */
export interface Crowd {
	/** Phone numbers, and some user IDs. */
	people: readonly string[];
	/** Those who write now and then, so that they get freeform messages. */
	talkers: readonly string[];
	/** Those who come from an ad. */
	clickers: readonly string[];
	/** IDs of groups with who is in them. */
	groups: ReadonlyMap<string, readonly string[]>;
}

/** What numbers begin with, of markets that have a price of their own, share one, share a calling code, or aren't listed. */
const PREFIXES = [
	'49170',
	'91981',
	'79161',
	'27821',
	'14155',
	'16045',
	'254712',
	'212600',
	'18765',
	'595981',
	'351912',
	'77015',
	'35461',
];
const DIGITS = 6;
const PEOPLE = 200;
const TALKERS = 60;
const CLICKERS = 6;
const GROUPS = 3;

export const isUserId = (address: string): boolean => /^[A-Z]/.test(address);

/** The customers and groups of an account. */
export async function gather({ control }: Sandbox, random: Random): Promise<Crowd> {
	const people = Array.from({ length: PEOPLE }, (_, index) => {
		if (index % 12 === 0) return `${random.pick(['DE', 'IN', 'ZA', 'IS'])}.customer${index}`;
		const digits = String(index).padStart(DIGITS, String(1 + (index % 9)));
		return `${random.pick(PREFIXES)}${digits}`;
	});
	const talkers = people.slice(0, TALKERS);
	const groups = new Map<string, string[]>();
	for (let index = 0; index < GROUPS; index += 1) {
		const participants = people.slice(-10 * (index + 1)).slice(0, 2 + index * 2);
		groups.set((await control.addGroup({ participants })).id, participants);
	}
	return { people, talkers, clickers: talkers.slice(-CLICKERS), groups };
}

/** Opens the windows of all who write, so that they get freeform messages for a day. */
export async function writeIn({ control }: Sandbox, { talkers, groups }: Crowd): Promise<void> {
	for (const from of talkers) await control.customerWrites({ from });
	for (const [group, [from]] of groups) await control.customerWrites({ from: from!, group });
}
