import { isWindowOpen } from '../gateway/truth';
import type { Invariant } from '../history';

interface RegisterRow {
	subject: string;
	name: string;
	at: number;
	value: string;
}

const wholeSecond = (at: number) => Math.floor(at / 1_000) * 1_000;

/** The window that the store has for a customer, and the opt-out, are those of the platform. */
export const customersAgree: Invariant = ({ truth, tables, clockJumped }) => {
	// A local clock that is late cuts the dates of events until the gateway's clock is read.
	if (clockJumped) return [];
	const registers = tables.state.register as RegisterRow[];
	const registerOf = (phone: string, name: string) =>
		registers.find((row) => row.subject === phone && row.name === name);
	return [...truth.customers.values()].flatMap((customer): string[] => {
		const { phone, wroteAt, optedOut, choseAt } = customer;
		const problems: string[] = [];
		const window = registerOf(phone, 'window');
		const opened = wholeSecond(wroteAt);
		if (window?.value === '"closed"' && isWindowOpen(customer, window.at + 999)) {
			problems.push(`The window of ${phone} is closed as of ${window.at}, but they wrote at ${opened}.`);
		}
		if (window?.value !== '"closed"' && !truth.refusedForConversation.has(phone)) {
			const known = window?.at ?? -Infinity;
			if (known !== opened) problems.push(`${phone} wrote last at ${opened}, but the store has ${known}.`);
		}
		const choice = registerOf(phone, 'opt-out:MARKETING');
		if (choseAt > -Infinity && choice?.value !== (optedOut ? '"stop"' : '"resume"')) {
			const known = choice ? `${choice.value} of ${choice.at}` : 'nothing';
			problems.push(`The opt-out of ${phone} is ${optedOut} since ${choseAt}, but the store has ${known}.`);
		}
		return problems;
	});
};
