import type { ErrorBody } from '../../platform';

/** Why the gateway refused a message, in a line for people. */
export function reasonOfError({ title, details, code }: ErrorBody): string {
	const words = [title, details].filter((text, index, all) => text && all.indexOf(text) === index).join(': ');
	return `${words || "The gateway didn't give a reason"}${code === undefined ? '' : ` (code ${code})`}`;
}
