import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../engine';
import { createEngine, parseWebhook, signPayload } from '../../engine';
import { startReceiver } from '../../receiver';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';
import { customerMessage } from '../support/wire';

const SECRET = 'secret';
const HEADER = 'x-signature';

let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'lost-'));
	file = join(folder, 'state.db');
	store = await openStore(`sqlite:${file}`);
	await takeIn('a');
});
afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true, force: true });
});

const takeIn = (id: string) =>
	createEngine({ store, now: () => NOW }).ingest(parseWebhook(customerMessage({ at: NOW, id }), NOW));

const lose: Array<[string, RegExp, () => void]> = [
	['deleted', /state\.db was deleted/, () => rmSync(file)],
	[
		'replaced',
		/state\.db was replaced/,
		() => {
			copyFileSync(file, `${file}.copy`);
			renameSync(`${file}.copy`, file);
		},
	],
	['without its log', /state\.db-wal was deleted/, () => rmSync(`${file}-wal`)],
];

describe.each(lose)('a file that is %s while the store is open', (_, message, happens) => {
	it('takes nothing more, and says so to whoever reads or writes', async () => {
		happens();
		await expect(takeIn('b')).rejects.toThrow(message);
		await expect(store.inbox.read()).rejects.toThrow(/Restore the store's files, and restart this process/);
		await expect(store.check()).rejects.toThrow(message);
	});

	it('is answered 503 by the receiver, and is not healthy', async () => {
		const log = () => {};
		const receiver = await startReceiver({
			store,
			secret: SECRET,
			port: 0,
			host: '127.0.0.1',
			headerName: HEADER,
			log,
		});
		const deliver = async (id: string) => {
			const body = JSON.stringify(customerMessage({ at: NOW, id }));
			const headers = { [HEADER]: signPayload(body, SECRET) };
			return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
		};
		const health = async () => (await fetch(new URL('/healthz', receiver.url))).status;
		try {
			expect([await deliver('b'), await health()]).toEqual([200, 200]);
			happens();
			expect([await deliver('c'), await health()]).toEqual([503, 503]);
		} finally {
			await receiver.close();
		}
	});
});
