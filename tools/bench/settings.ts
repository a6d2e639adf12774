/** The settings of n8n among the arguments, as NAME=value. */
export const settingsIn = (args: readonly string[]): Record<string, string> =>
	Object.fromEntries(
		args.flatMap((arg) => [...arg.matchAll(/^([A-Z]\w*)=(.*)$/g)].map(([, name, value]) => [name!, value!])),
	);
