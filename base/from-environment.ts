import { readFileSync } from 'node:fs';
import { errorText } from './error-text';

/** The variable that names a file with the value, as Docker and Kubernetes hand out secrets. */
export const fileVariable = (variable: string): string => `${variable}_FILE`;

/** A setting from the environment, and the variable that it came from. */
export interface FromEnvironment {
	variable: string;
	value: string;
}

/**
 * A setting from the environment: the value of a variable, or what is in the file that the variable with `_FILE` after it
 * names, without the line end. A variable that is empty counts as unset.
 * @throws Error if both are set, or if the file can't be read or is empty
 */
export function fromEnvironment(variable: string): FromEnvironment | undefined {
	const inFile = fileVariable(variable);
	const [value, file] = [process.env[variable], process.env[inFile]];
	if (value && file) throw new Error(`${variable} and ${inFile} are both set. Unset one of them.`);
	if (value) return { variable, value };
	return file ? { variable: inFile, value: readSecret(inFile, file) } : undefined;
}

function readSecret(variable: string, file: string): string {
	let value: string;
	try {
		value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
	} catch (error) {
		throw new Error(`${variable} names a file that can't be read: ${errorText(error)}.`, { cause: error });
	}
	if (value === '') throw new Error(`${variable} names a file that is empty: ${file}.`);
	return value;
}
