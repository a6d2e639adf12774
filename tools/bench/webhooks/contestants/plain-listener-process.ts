import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { parseWebhook } from '../../../../engine';

const database = new DatabaseSync(process.argv[2]!);
database.exec(`
	PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
	CREATE TABLE event (id TEXT PRIMARY KEY, body TEXT NOT NULL)`);
const insert = database.prepare('INSERT INTO event (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING');

const server = createServer((request, response) => {
	let body = '';
	request.setEncoding('utf8');
	request.on('data', (chunk: string) => (body += chunk));
	request.on('end', () => {
		for (const { id } of parseWebhook(JSON.parse(body))) insert.run(id, body);
		response.end('{}');
	});
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
process.once('SIGTERM', () => process.exit());
