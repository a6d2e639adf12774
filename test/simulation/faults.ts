import type { Random } from '../support/seeded-random';

/** What happens around a commit or a call, besides what was asked for. */
type Mishap = 'none' | 'crash before' | 'crash after' | 'fails' | 'answer lost';

/** What goes wrong, and how often. */
export interface Faults {
	/** Nothing goes wrong from now on. */
	end(): void;
	areOn(): boolean;
	/** Around a transaction of the store. */
	ofCommit(): Mishap;
	/** Around a call of the gateway. */
	ofCall(): Mishap;
	/** How long a step of the store takes. ms */
	storeDelay(): number;
	/** How long a message takes over the network. ms */
	networkDelay(): number;
}

/** Longer than any lease. ms */
const LONGEST = 100_000;

/** Each seed has troubles of its own: shares of all commits and of all calls. */
const sharesOf = (random: Random) => ({
	crashes: random.pick([0, 0.003, 0.02]),
	failures: random.pick([0, 0.01, 0.05]),
	slow: random.pick([0, 0.004, 0.03]),
});

export function openFaults(random: Random): Faults {
	const { crashes, failures, slow } = sharesOf(random);
	let on = true;

	function mishap(): Mishap {
		if (!on) return 'none';
		const drawn = random.next();
		if (drawn < crashes) return random.chance(0.5) ? 'crash before' : 'crash after';
		if (drawn < crashes + failures) return random.chance(0.5) ? 'fails' : 'answer lost';
		return 'none';
	}

	/** Usually short, now and then longer, and rarely longer than leases last. */
	function delay(short: number, longer: number): number {
		if (!on) return random.upTo(short);
		if (random.chance(slow)) return random.upTo(LONGEST);
		return random.upTo(random.chance(0.03) ? longer : short);
	}

	return {
		end: () => void (on = false),
		areOn: () => on,
		ofCommit: mishap,
		ofCall: mishap,
		storeDelay: () => delay(3, 300),
		networkDelay: () => delay(40, 2_000),
	};
}
