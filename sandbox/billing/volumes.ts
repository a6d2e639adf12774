/** How many charged messages of the portfolio were delivered, by month, market, and category. */
export class Volumes {
	/** By month and category, then by country. */
	readonly #delivered = new Map<string, Map<string, number>>();

	/** Adds messages to a country (ISO 3166 alpha-2) and a category in a month (`2026-10`). */
	add(month: string, category: string, country: string, messages: number): void {
		const name = nameOf(month, category);
		const countries = this.#delivered.get(name) ?? new Map<string, number>();
		this.#delivered.set(name, countries);
		countries.set(country, (countries.get(country) ?? 0) + messages);
	}

	/** How many there were in the countries of a market. */
	of(month: string, category: string, isInMarket: (country: string) => boolean): number {
		const countries = [...(this.#delivered.get(nameOf(month, category)) ?? [])];
		return countries.reduce((sum, [country, messages]) => sum + (isInMarket(country) ? messages : 0), 0);
	}

	/** Forgets all of them. */
	clear(): void {
		this.#delivered.clear();
	}
}

const nameOf = (month: string, category: string) => `${month} ${category}`;
