import { readFileSync } from 'node:fs';

/** What a customer did before the campaign, according to the customers' file. */
export type Lately = 'wrote today' | 'wrote two days ago' | 'with the agent' | 'opted out' | 'silent';

export interface Customer {
	phone: string;
	name: string;
	product: string;
	template: string;
	lately: Lately;
}

/** The customers in a CSV file whose values don't contain commas. */
export function readCustomers(file: string): Customer[] {
	const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
	const names = header.split(',');
	return lines.map((line) => {
		const values = line.split(',');
		return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as unknown as Customer;
	});
}

/** The digits of a phone number, which identify a customer in the sandbox. */
export const digits = (phone: string) => phone.replace(/\D/g, '');
