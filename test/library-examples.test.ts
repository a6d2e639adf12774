import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as engine from '../exports/engine';
import * as gateway from '../exports/gateway';
import * as receiver from '../exports/receiver';
import * as sandbox from '../exports/sandbox';
import * as sending from '../exports/sending';
import * as store from '../exports/store';
import { ROOT } from '../tools/sources';

const layers: Readonly<Record<string, object>> = { engine, gateway, receiver, sandbox, sending, store };

/** Takes what an example says about a value: the expression, the value, and what the comment beside it says. */
type Compare = (expression: string, actual: unknown, expected: unknown) => void;
const AsyncFunction = (async () => {}).constructor as new (
	...code: string[]
) => (load: (layer: string) => object | undefined, compare: Compare) => Promise<void>;

const IMPORT = /^import (\{[^}]*\}) from 'n8n-nodes-business-messaging\/(\w+)';$/gm;
/** `expression; // value`, or `expression; // value: why`. */
const CLAIM = /^(\S.*); \/\/ ('[^']*'|true|false|\d+)(?:: .*)?$/gm;

const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
const examples = page.split(/^## /m).flatMap((section) =>
	[...section.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => ({
		title: section.split('\n')[0]!,
		code,
	})),
);

it('every section with code is an example', () => {
	expect(examples.length).toBeGreaterThanOrEqual(5);
	expect(examples.length).toBe(page.split('```ts').length - 1);
});

it.each(examples)('the example "$title" runs, and its values are what it says', async ({ code }) => {
	const claims: Array<{ expression: string; value: unknown }> = [];
	const said: Array<{ expression: string; value: unknown }> = [];
	const runnable = code
		.replace(IMPORT, "const $1 = load('$2');")
		.replace(CLAIM, (_, expression: string, value: string) => {
			return `compare(${JSON.stringify(expression)}, ${expression}, ${value});`;
		});
	await new AsyncFunction('load', 'compare', runnable)(
		(layer) => layers[layer],
		(expression, value, expected) => {
			claims.push({ expression, value });
			said.push({ expression, value: expected });
		},
	);
	expect(said).not.toEqual([]);
	expect(claims).toEqual(said);
});
