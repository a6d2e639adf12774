import { readFileSync } from 'node:fs';

/** What a customer did before the campaign, as the customers' file tells it. */
export type Lately = 'wrote today' | 'wrote two days ago' | 'with the agent' | 'opted out' | 'silent';

export interface Customer {
	phone: string;
	name: string;
	product: string;
	template: string;
	lately: Lately;
}

/** The customers of a CSV file whose values hold no comma. */
export function readCustomers(file: string): Customer[] {
	const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
	const names = header.split(',');
	return lines.map((line) => {
		const values = line.split(',');
		return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as unknown as Customer;
	});
}

/** A phone number's digits, by which the sandbox knows a customer. */
export const digits = (phone: string) => phone.replace(/\D/g, '');
