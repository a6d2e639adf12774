import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as engine from '../exports/engine';
import * as gateway from '../exports/gateway';
import * as sandbox from '../exports/sandbox';
import * as sending from '../exports/sending';
import * as store from '../exports/store';
import { ROOT } from '../tools/sources';

const layers: Readonly<Record<string, object>> = { engine, gateway, sandbox, sending, store };
const AsyncFunction = (async () => {}).constructor as new (
	...code: string[]
) => (load: (layer: string) => object | undefined) => Promise<unknown>;

it('the example in the README runs, and returns what it says', async () => {
	const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
	const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
	const [, expected] = /outcome\.rule; \/\/ '([\w-]+)'/.exec(example) ?? [];
	const code = example
		.replace(/import (\{[^}]*\}) from 'n8n-nodes-business-messaging\/(\w+)';/g, "const $1 = load('$2');")
		.replace('outcome.rule;', 'await engine.store.close(); await sandbox.close(); return outcome.rule;');
	expect(await new AsyncFunction('load', code)((layer) => layers[layer])).toBe(expected);
});
