import { numberSubject } from '../../engine/state/identity';
import type { Register } from '../../engine/state/register';
import { isNewer } from '../../engine/state/register';
import type { Work } from '../work';
import { each } from '../work';
import type { RegisterRow } from './register-row';
import { keyOf, OF_SUBJECTS, toRegister } from './register-row';

/** A customer, by the user id that was asked for and the name that everything is kept under. */
interface Asked {
	scope: string;
	userId: string;
	contact: string;
}

const NAMES_OF_CONTACTS = `
	SELECT alias.scope, alias.contact, alias.alias FROM (VALUES (?, ?)) AS asked
	JOIN alias ON alias.scope = asked.column1 AND alias.contact = asked.column2`;

const isNumber = (name: string) => /^\d+$/.test(name);

/** Whose each number is. A number that nobody was said to own, such as an account id, isn't among them. */
function* readOwners(numbers: Array<[scope: string, number: string]>): Work<Map<string, Register>> {
	const subjects = numbers.map(([scope, number]) => [scope, numberSubject(number)]);
	const rows = yield* each<RegisterRow>(OF_SUBJECTS, subjects);
	return new Map(
		rows
			.filter(({ name }) => name === 'owner')
			.map((row) => [keyOf(row.scope, row.subject), toRegister(row)]),
	);
}

/** The number that is the user id's own, then the one that became the customer's last. */
function newestOf(
	numbers: readonly string[],
	userId: string,
	ownerOf: (number: string) => Register | undefined,
): string | undefined {
	const [first, ...others] = [...numbers].sort();
	return others.reduce((best, number) => {
		const [known, owner] = [ownerOf(best!), ownerOf(number)];
		if (!owner) return best;
		const [wasOwn, isOwn] = [known?.value === userId, owner.value === userId];
		if (wasOwn !== isOwn) return isOwn ? number : best;
		return !known || isNewer(owner, known) ? number : best;
	}, first);
}

/** The phone numbers of customers who were asked for by their user ids, as far as they are known. */
export function* readPhones(asked: readonly Asked[]): Work<Array<string | undefined>> {
	const contacts = new Map(asked.map(({ scope, contact }) => [keyOf(scope, contact), [scope, contact]]));
	const rows = yield* each<{ scope: string; contact: string; alias: string }>(NAMES_OF_CONTACTS, [
		...contacts.values(),
	]);
	const numbers = new Map(
		[...contacts].map(([key, [, contact]]) => [key, [contact!].filter(isNumber)] as const),
	);
	for (const { scope, contact, alias } of rows) {
		if (isNumber(alias)) numbers.get(keyOf(scope, contact))!.push(alias);
	}
	const several = asked.flatMap(({ scope, contact }) => {
		const own = numbers.get(keyOf(scope, contact))!;
		return own.length > 1 ? own.map((number): [string, string] => [scope, number]) : [];
	});
	const owners = yield* readOwners(several);
	return asked.map(({ scope, userId, contact }) =>
		newestOf(numbers.get(keyOf(scope, contact))!, userId, (number) =>
			owners.get(keyOf(scope, numberSubject(number))),
		),
	);
}
