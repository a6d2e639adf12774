import { readFileSync, statSync } from 'node:fs';
import { isObject } from '../../base';
import type { PolicyDocument, Store } from '../../engine';
import { definePolicy, findPolicy, placeInPolicy, problemsOfPolicy } from '../../engine';
import { listOf } from '../../rules';

/** Which policy. */
export const policyWord = { name: 'FILE-OR-NAME', needed: 'a policy: a JSON file, or a name' };

/** Whether there is a file of this name. A folder can be called like a policy. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What is in a JSON file. @throws Error that names the file */
export function readJsonFile(file: string): unknown {
	const text = readFileSync(file, 'utf8');
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new Error(`${file} isn't JSON: ${(error as Error).message}`, { cause: error });
	}
}

/** A policy that may be wrong, from a file with it, or with what `policy show --json` printed of it. */
export function readPolicyFile(file: string): unknown {
	const read = readJsonFile(file);
	return isObject(read) && isObject(read.document) ? read.document : read;
}

/** A policy that can be used, from a file. @throws Error that names every error, with its place as people know it */
export function usablePolicy(file: string): PolicyDocument {
	const document = readPolicyFile(file);
	try {
		return definePolicy(document);
	} catch (cause) {
		const errors = listOf(problemsOfPolicy(document), (path) => placeInPolicy(document, path));
		throw new Error(`This policy can't be used:\n${errors}`, { cause });
	}
}

/** A policy from a file, or by its name. @throws Error that says what is wrong with it */
export async function policyNamed(store: Store, named: string): Promise<PolicyDocument> {
	return isFile(named) ? usablePolicy(named) : findPolicy(store, named);
}
