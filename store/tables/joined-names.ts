/** A customer with two names: everything kept under `former` moves to `contact`. */
export interface Joining {
	scope: string;
	former: string;
	contact: string;
}

/** Puts names of customers together in memory, so that each moves once, no matter how many names a customer has. */
export function joinedNames() {
	const first = new Map<string, Map<string, string>>();

	/** The first name of the customer, in the order of names. */
	function firstOf(names: Map<string, string>, name: string): string {
		let found = name;
		for (let next = names.get(found); next !== undefined; next = names.get(found)) found = next;
		// The way is as short for the next who asks.
		for (let each = name; each !== found;) {
			const next = names.get(each)!;
			names.set(each, found);
			each = next;
		}
		return found;
	}

	return {
		join(scope: string, one: string, other: string): void {
			const names = first.get(scope) ?? new Map<string, string>();
			first.set(scope, names);
			const [contact, former] = [firstOf(names, one), firstOf(names, other)].sort() as [string, string];
			if (former !== contact) names.set(former, contact);
		},
		all: (): Joining[] =>
			[...first].flatMap(([scope, names]) =>
				[...names.keys()].map((former) => ({ scope, former, contact: firstOf(names, former) })),
			),
	};
}
