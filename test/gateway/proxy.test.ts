import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundled } from '../support/bundle';

const SCRIPT = bundled(join(__dirname, 'support/call-in-a-process.ts'));

const running: Server[] = [];
afterEach(async () => {
	await Promise.all(
		running.splice(0).map((server) => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		}),
	);
});

async function listen(server: Server): Promise<number> {
	running.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** Answers as a gateway whose webhook is set to its own name. */
const gatewayNamed =
	(name: string): RequestListener =>
	(_, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ url: name }));
	};

/** A proxy that tunnels for https and forwards http, and notes for whom. */
async function startProxy() {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${new URL(request.url!).host}`);
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ url: 'through the proxy' }));
	});
	server.on('connect', (request, client) => {
		asked.push(`CONNECT ${request.url}`);
		const [host, port] = request.url!.split(':');
		const upstream = connect(Number(port), host, () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			upstream.pipe(client).pipe(upstream);
		});
		upstream.on('error', () => client.destroy());
		client.on('error', () => upstream.destroy());
	});
	return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

/** What a process with these variables hears from the gateways, each asked twice. */
async function heard(urls: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
	const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)));
	const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...urls], {
		env: { ...clean, ...env },
	});
	return stdout.trim().split('\n');
}

describe('connections to the gateway', () => {
	let folder: string;
	let tls: { key: Buffer; cert: Buffer };
	const certificate = () => join(folder, 'cert.pem');
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'proxy-'));
		const files = ['-keyout', join(folder, 'key.pem'), '-out', certificate()];
		const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
		const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files];
		execFileSync('openssl', made, { stdio: 'ignore' });
		tls = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(certificate()) };
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('go through HTTP_PROXY', async () => {
		const proxy = await startProxy();
		const gateway = await listen(createServer(gatewayNamed('direct')));
		expect(await heard([`http://127.0.0.1:${gateway}`], { HTTP_PROXY: proxy.url })).toEqual([
			'through the proxy',
			'through the proxy',
		]);
		expect(proxy.asked).toEqual(Array(2).fill(`GET 127.0.0.1:${gateway}`));
	});

	it('to an https gateway go through one tunnel of HTTPS_PROXY, and trust NODE_EXTRA_CA_CERTS', async () => {
		const proxy = await startProxy();
		const gateway = await listen(createSecureServer(tls, gatewayNamed('secure')));
		const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate() };
		expect(await heard([`https://localhost:${gateway}`], env)).toEqual(['secure', 'secure']);
		expect(proxy.asked).toEqual([`CONNECT localhost:${gateway}`]);
	});

	it('that NO_PROXY names go past it', async () => {
		const proxy = await startProxy();
		const gateway = await listen(createServer(gatewayNamed('direct')));
		const env = { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' };
		expect(await heard([`http://127.0.0.1:${gateway}`], env)).toEqual(['direct', 'direct']);
		expect(proxy.asked).toEqual([]);
	});

	it('to a certificate that nobody trusts fail before anything is sent', async () => {
		const gateway = await listen(createSecureServer(tls, gatewayNamed('secure')));
		const [first] = await heard([`https://localhost:${gateway}`], {});
		expect(first).toMatch(/couldn't be reached/);
	});

	it('through a proxy that is gone fail before anything is sent', async () => {
		const gateway = await listen(createServer(gatewayNamed('direct')));
		const env = { HTTP_PROXY: 'http://127.0.0.1:9' };
		const [first] = await heard([`http://127.0.0.1:${gateway}`], env);
		expect(first).toMatch(/couldn't be reached/);
	});
});
