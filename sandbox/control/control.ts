import type { z } from 'zod';
import type { World } from '../world';
import { readArguments } from './arguments';
import type { Method } from './method';
import { actions } from './methods';
import { records } from './records';

type Arguments<Of> = Of extends Method<infer Args, unknown> ? z.input<Args> : never;
type Result<Of> = Of extends { readonly run: (...args: never[]) => infer Value } ? Value : never;

/** The methods of `sandbox.control`. Bad arguments throw (or reject with) an error that names every problem. */
export type Control = {
	[Name in keyof typeof actions]: (
		...args: Arguments<(typeof actions)[Name]>
	) => Promise<Awaited<Result<(typeof actions)[Name]>>>;
} & {
	[Name in keyof typeof records]: (
		...args: Arguments<(typeof records)[Name]>
	) => Result<(typeof records)[Name]>;
};

type AnyMethod = Method<z.ZodType<readonly unknown[]>, unknown>;

/** All methods by name, as the HTTP side calls them. */
export const controlMethods: Readonly<Record<string, AnyMethod>> = { ...actions, ...records } as Record<
	string,
	AnyMethod
>;

/** Calls a method after reading its arguments. */
export function callMethod(world: World, name: string, given: readonly unknown[]): unknown {
	const found = controlMethods[name];
	if (found === undefined) throw new TypeError(`no control method ${name}`);
	const result = found.run(world, ...readArguments(name, found.names, found.args, given));
	if (name in actions) world.changes.note();
	return result;
}

/** The control of a sandbox. */
export function createControl(world: World): Control {
	const calls = Object.keys(actions).map((name) => {
		return [name, async (...given: unknown[]) => callMethod(world, name, given)] as const;
	});
	const reads = Object.keys(records).map((name) => {
		return [name, (...given: unknown[]) => callMethod(world, name, given)] as const;
	});
	return Object.fromEntries([...calls, ...reads]) as unknown as Control;
}
