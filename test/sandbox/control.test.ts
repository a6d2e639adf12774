import type { ServerResponse } from 'node:http';
import { startSandbox } from '../../sandbox';
import { startHttpServer } from '../support/http-server';
import { CUSTOMER, HOUR, scene } from './support/scene';

describe('the control over HTTP', () => {
	const at = scene();
	const open = async (path: string, body?: unknown) => {
		const response = await fetch(`${at.sandbox.url}/sandbox/${path}`, {
			method: body === undefined ? 'GET' : 'POST',
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: (await response.json()) as { result: unknown; error: string } };
	};

	test('takes one object, a list of arguments or named arguments, without an API key', async () => {
		const written = await open('control/customerWrites', { from: CUSTOMER, text: 'Hello' });
		expect(written).toEqual({ status: 200, body: { result: { id: expect.stringMatching(/^wamid\./) } } });
		await open('control/addTemplate', { args: [{ name: 'hello', language: 'de' }] });
		expect(await open('control/pause', { args: ['hello', 'de', 'pacing'] })).toEqual({
			status: 200,
			body: { result: null },
		});
		expect((await open('control/reactivate', { name: 'hello' })).status).toBe(200);
	});

	test('reads what was sent, violated and delivered', async () => {
		await open('control/customerWrites', { from: CUSTOMER });
		await at.client.text(CUSTOMER);
		await open('control/idle', {});
		expect((await open('control/sent', { args: [{ to: CUSTOMER }] })).body.result).toMatchObject([
			{ type: 'text' },
		]);
		expect((await open('control/sent', { type: 'image' })).body.result).toEqual([]);
		expect((await open('control/violations', {})).body.result).toEqual([]);
		expect((await open('control/deliveries', {})).body.result).toHaveLength(3);
	});

	test('shows the state and moves the clock', async () => {
		const before = at.sandbox.clock.now();
		const moved = await open('clock/advance', { ms: HOUR });
		expect(moved.body.result).toEqual({ now: expect.any(Number) });
		expect(at.sandbox.clock.now() - before).toBeGreaterThanOrEqual(HOUR);
		expect((await open('state')).body).toMatchObject({
			clock: { now: expect.any(Number) },
			sent: [],
			violations: [],
			settings: { policy: 'strict' },
			webhook: { url: at.receiver.url },
		});
	});

	test.each([
		['control/dance', {}, /unknown control method dance.*customerWrites/],
		['control/customerWrites', {}, /message\.from is missing|from/],
		['control/customerWrites', { args: [{ from: 'x', text: 7, colour: 1 }] }, /from.*text.*colour/s],
		['control/approve', { args: ['nothing'] }, /no template is named nothing/],
		['control/approve', { args: 'hello' }, /args must be an array/],
		['control/setAgent', { args: ['yes'] }, /enabled/],
		['control/setAgent', { args: [true, 1] }, /setAgent takes \(enabled\)/],
		['clock/advance', { ms: -1 }, /ms must be/],
		['clock/advance', { ms: 1e300 }, /ms must be/],
	])('answers 400 to %s %j', async (path, body, sentence) => {
		const answer = await open(path, body);
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatch(sentence);
	});

	test('clear forgets what has happened, and keeps templates and the webhook', async () => {
		await at.sandbox.control.addTemplate({ name: 'hello' });
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.client.text(CUSTOMER);
		await at.client.template(CUSTOMER, 'hello');
		await at.sandbox.control.idle();
		await at.sandbox.control.clear();
		const { sent, violations, deliveries } = at.sandbox.control;
		expect([sent(), violations(), deliveries()]).toEqual([[], [], []]);
		expect((await at.client.text(CUSTOMER)).body.error.code).toBe(131047);
		expect((await at.client.template(CUSTOMER, 'hello')).status).toBe(200);
	});

	test('clear forgets a delivery that is being made, too, once it is answered', async () => {
		const waiting: Array<(response: ServerResponse) => void> = [];
		const next = () => new Promise<ServerResponse>((resolve) => waiting.push(resolve));
		const [first, second] = [next(), next()];
		const held = await startHttpServer((_, response) => waiting.shift()!(response));
		await at.client.setWebhook(held.url);
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const late = await first;
		await at.sandbox.control.clear();
		late.end();
		const { id } = await at.sandbox.control.customerWrites({ from: '4917087654321' });
		(await second).end();
		await at.sandbox.control.idle();
		await held.close();
		const { deliveries } = at.sandbox.control;
		expect(deliveries()).toHaveLength(1);
		expect(JSON.stringify(deliveries())).toContain(id);
	});

	test('clear keeps groups with their participants', async () => {
		const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER] });
		await at.sandbox.control.clear();
		const removal = { messaging_product: 'whatsapp', participants: [{ user: CUSTOMER }] };
		expect((await at.client.delete(`/groups/${id}/participants`, removal)).status).toBe(200);
	});
});

describe('the control in the same process', () => {
	const at = scene();

	test('rejects what a method does not take, naming the argument', async () => {
		await expect(at.sandbox.control.approve('')).rejects.toThrow(/name/);
		await expect(at.sandbox.control.optOut('nobody')).rejects.toThrow(/contact/);
		expect(() => at.sandbox.control.sent({ status: 'lost' as 'sent' })).toThrow(/filter\.status/);
	});
});

describe('starting a sandbox', () => {
	test('on a port of its own, or on the one that is asked for', async () => {
		const first = await startSandbox();
		const port = Number(new URL(first.url).port);
		await expect(startSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
		await first.close();
		const second = await startSandbox({ port, apiKey: 'key', signingSecret: 'secret' });
		expect(second).toMatchObject({ url: `http://127.0.0.1:${port}`, apiKey: 'key', signingSecret: 'secret' });
		await second.close();
		await second.close();
	});

	test('refuses a key that is empty, an ID without digits, and a port that is none, all at once', async () => {
		const options = { apiKey: '', phoneNumberId: 'abc', port: 99_999, profile: 'zzz' };
		await expect(startSandbox(options as object)).rejects.toThrow(/port.*profile.*apiKey.*phoneNumberId/);
		await expect(startSandbox({ port: 'x' } as object)).rejects.toThrow(TypeError);
	});

	test('refuses settings it does not know, naming them', async () => {
		await expect(startSandbox({ policy: 'loose' as 'strict', colour: 1 } as object)).rejects.toThrow(
			/policy.*colour/,
		);
	});
});
