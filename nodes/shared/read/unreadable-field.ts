import type { INodeProperties } from 'n8n-workflow';
import { errorText, isObject } from '../../../base';

/** The fields that errors are about. n8n's own error about an expression doesn't always name its field. */
const fields = new WeakMap<object, string>();

/** The errors that n8n has nothing to do with. */
const ownErrors = new WeakSet<object>();

/** An error about a value that n8n can read, but the form can't have. It names its field itself. */
export function wrongValue(message: string): Error {
	const error = new Error(message);
	ownErrors.add(error);
	return error;
}

function noted(error: unknown, name: string): unknown {
	if (isObject(error) && !ownErrors.has(error)) fields.set(error, name);
	return error;
}

/** Reads a field of the form, and notes its name for the error if n8n can't read it. */
export function readNoting<Value>(name: string, read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		throw noted(error, name);
	}
}

/** What an error says, with the field that n8n can't read as the form calls it. */
export function unreadableText(error: unknown, form: readonly INodeProperties[]): string {
	const path = isObject(error) ? fields.get(error) : undefined;
	const [name, option] = path?.split('.') ?? [];
	const field = form.find((each) => each.name === name);
	const within = (field?.options as INodeProperties[] | undefined)?.find((each) => each.name === option);
	const { displayName } = within ?? field ?? {};
	if (displayName === undefined) return errorText(error);
	return `${displayName} has an expression that n8n can't read: ${errorText(error)}`;
}
