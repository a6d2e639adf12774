import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { withoutUser } from '../base';
import { isTimeZone } from '../rules';
import { storeAddress } from '../store/maintenance';
import { readSince } from './since';

/** A flag of a command, and what its value has to be. */
export interface Flag<Schema extends z.ZodType = z.ZodType> {
	/** What it takes, as the help calls it; `undefined` for a switch. */
	value: string | undefined;
	/** What it is for, with its default. */
	help: string;
	/** Without the flag, the value comes from this environment variable, or from the file that it names with `_FILE`. */
	variable?: string;
	/** The heading that it stands under in the help; the first flags have none. */
	under?: string;
	schema: Schema;
}

/** The flags of a command, by their names without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** What the flags of a command say. */
export type ValuesOf<Of extends Flags> = { [Name in keyof Of]: z.infer<Of[Name]['schema']> };

/** A flag with a value. */
export const flag = <Schema extends z.ZodType>(
	value: string,
	help: string,
	schema: Schema,
	{ variable, under }: Pick<Flag, 'variable' | 'under'> = {},
): Flag<Schema> => ({
	value,
	help,
	schema,
	...(variable !== undefined && { variable }),
	...(under !== undefined && { under }),
});

/** A flag without a value, off unless it is given. */
export const aSwitch = (
	help: string,
	{ under }: Pick<Flag, 'under'> = {},
): Flag<z.ZodDefault<z.ZodBoolean>> => ({
	value: undefined,
	help,
	schema: z.boolean().default(false),
	...(under !== undefined && { under }),
});

/** A text that has to be given. */
export const required = (what: string) => z.string({ error: `is required: ${what}` });

/** A port. 0 stands for any free port. */
export const port = z
	.string()
	.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
		error: ({ input }) => `must be a number from 0 to 65535 (0 for any free port), not "${String(input)}"`,
	})
	.transform(Number);

/** A number of things, at least one. */
export const count = z
	.string()
	.refine((text) => /^[1-9]\d{0,8}$/.test(text), {
		error: ({ input }) => `must be a whole number of at least 1, not "${String(input)}"`,
	})
	.transform(Number);

/** A URL of a web server. */
export const webUrl = z.url({
	protocol: /^https?$/,
	error: ({ input }) => `must be an http or https URL, not "${withoutUser(String(input))}"`,
});

/** A file that is going to be written. */
export const newFile = z
	.string()
	.refine((file) => !existsSync(file), 'must name a file that does not exist yet')
	.refine((file) => existsSync(dirname(file)), 'must name a file in a folder that exists');

/** One of a list of words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
	z.enum(words, { error: ({ input }) => `must be ${words.join(' or ')}, not "${String(input)}"` });

/** A flag that can be repeated. */
export const list = <Each extends z.ZodType<unknown, string>>(each: Each) => z.array(each).default([]);

/** Whether a flag can be repeated. */
export const isList = ({ schema }: Flag) => schema.safeParse([]).success;

const isStoreUrl = z
	.string({ error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE' })
	.check((context) => {
		try {
			storeAddress(context.value);
		} catch (error) {
			const message = `isn't the URL of a store. ${(error as Error).message}`;
			context.issues.push({ code: 'custom', input: context.value, message });
		}
	});

/** Where everything is kept. */
export const storeFlag = flag('URL', 'The store: sqlite:<file> or postgres://…', isStoreUrl, {
	variable: 'BUSINESS_MESSAGING_STORE',
});

/** Prints JSON. @param form how many objects, and what their numbers mean */
export const jsonFlag = (form: string) => aSwitch(`Print JSON, ${form}`);

/** What most commands print as JSON. */
export const json = jsonFlag('one object per line, with times in epoch milliseconds');

/** One number of the store, or all. */
export const channelFlag = (help: string) => flag('ID', help, z.string().optional());

/** A time to begin at. @param byDefault such as `7d` */
export const sinceFlag = (byDefault: string) =>
	flag(
		'TIME',
		`How far to look back: 30m, 12h, 7d, or a time such as 2026-11-24T08:00Z (default: ${byDefault})`,
		z
			.string()
			.refine((text) => readSince(text, 0) !== undefined, 'must be like 30m, 12h, 7d, or 2026-11-24T08:00Z')
			.default(byDefault),
	);

/** A time zone. */
export const timeZone = z.string().refine(isTimeZone, 'must be a time zone, such as Europe/Berlin');
