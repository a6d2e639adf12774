import { CUSTOMER, DAY, HOUR, scene, SECOND } from './support/scene';

const definition = (name: string, text = `Template ${name} says hello.`) => ({
	name,
	language: 'en_US',
	category: 'UTILITY',
	components: [{ type: 'BODY', text }],
});

describe('the names of templates', () => {
	const at = scene({ templateNames: 3 });
	const create = async (name: string, fields: object = {}) =>
		(await at.client.post('/v1/configs/templates', { ...definition(name), ...fields })).status;

	const edit = () => at.sandbox.control.submitTemplate({ name: 'a', body: 'Another text.', edits: true });

	test('are limited, translations of one name counting once', async () => {
		expect([await create('a'), await create('b'), await create('c')]).toEqual([200, 200, 200]);
		expect(await create('d')).toBe(400);
		expect(await create('c', { language: 'de' })).toBe(200);
		await at.client.delete('/v1/configs/templates/a');
		expect(await create('d')).toBe(200);
	});

	test('of a deleted approved template cannot be reused for 30 days', async () => {
		await create('a');
		await at.sandbox.control.approve('a');
		await at.client.delete('/v1/configs/templates/a');
		expect(await create('a')).toBe(400);
		await at.sandbox.clock.advance(30 * DAY - 5 * SECOND);
		expect(await create('a')).toBe(400);
		await at.sandbox.clock.advance(5 * SECOND);
		expect(await create('a')).toBe(200);
	});

	test.each<[string, () => Promise<unknown>]>([
		['is in review again after an edit', () => edit()],
		[
			'was rejected after an edit',
			async () => {
				await edit();
				await at.sandbox.control.reject('a');
			},
		],
		['is paused', () => at.sandbox.control.pause('a')],
		['is in appeal', () => at.sandbox.control.appeal('a')],
		[
			'is in appeal after it was disabled',
			async () => {
				await at.sandbox.control.disable('a');
				await at.sandbox.control.appeal('a');
			},
		],
	])('of a deleted approved template that %s cannot be reused either', async (_, change) => {
		await create('a');
		await at.sandbox.control.approve('a');
		await change();
		expect((await at.client.delete('/v1/configs/templates/a')).status).toBe(200);
		expect(await create('a')).toBe(400);
	});

	test('of a template that was approved: a send 30 days after its deletion fails, as its structure is unavailable', async () => {
		await create('a');
		await at.sandbox.control.approve('a');
		await at.client.delete('/v1/configs/templates/a');
		const refused = async () => (await at.client.template(CUSTOMER, 'a')).body.error.message;
		await at.sandbox.clock.advance(30 * DAY - 5 * SECOND);
		expect(await refused()).toBe('(#132001) Template does not exist');
		await at.sandbox.clock.advance(5 * SECOND);
		expect(await refused()).toBe('(#132001) Structure unavailable');
		await create('a', { language: 'de' });
		expect(await refused()).toBe('(#132001) Template does not exist');
	});

	test.each<[string, () => Promise<unknown>]>([
		['is in review', () => Promise.resolve()],
		['is in review again after an edit', () => edit()],
		['was rejected', () => at.sandbox.control.reject('a')],
		[
			'is in appeal after it was rejected',
			async () => {
				await at.sandbox.control.reject('a');
				await at.sandbox.control.appeal('a');
			},
		],
	])('of a deleted template that was never approved, and %s, can be reused at once', async (_, change) => {
		await create('a');
		await change();
		await at.client.delete('/v1/configs/templates/a');
		expect(await create('a')).toBe(200);
	});
});

describe('250 names are the default', () => {
	const at = scene();

	test('the 251st is refused', async () => {
		for (let n = 0; n < 249; n += 1) await at.sandbox.control.addTemplate({ name: `t${n}` });
		expect((await at.client.post('/v1/configs/templates', definition('last'))).status).toBe(200);
		expect((await at.client.post('/v1/configs/templates', definition('over'))).status).toBe(400);
	});
});

describe("edits by the platform's rules, where the setting asks for them", () => {
	const at = scene({ editRules: 'platform' });
	const edit = async (id: string, fields: object = {}) =>
		(await at.client.post(`/v1/configs/templates/${id}`, fields)).status;

	test('not while it is under review', async () => {
		const { external_id: id } = (await at.client.post('/v1/configs/templates', definition('a'))).body;
		expect(await edit(id)).toBe(400);
	});

	test('an approved one once in 24 hours, and never its category', async () => {
		const { externalId: id } = await at.sandbox.control.addTemplate({ name: 'a' });
		expect(await edit(id, { category: 'MARKETING' })).toBe(400);
		expect(await edit(id)).toBe(200);
		await at.sandbox.control.approve('a');
		await at.sandbox.clock.advance(DAY - 5 * SECOND);
		expect(await edit(id)).toBe(400);
		await at.sandbox.clock.advance(5 * SECOND);
		expect(await edit(id)).toBe(200);
	});

	test('ten times in 30 days', async () => {
		const { externalId: id } = await at.sandbox.control.addTemplate({ name: 'a' });
		for (let n = 0; n < 10; n += 1) {
			expect(await edit(id)).toBe(200);
			await at.sandbox.control.approve('a');
			await at.sandbox.clock.advance(DAY);
		}
		expect(await edit(id)).toBe(400);
	});
});

describe('quality, appeals and pacing', () => {
	const at = scene();
	const send = () => at.client.template(CUSTOMER, 'hello');
	const listed = async () => (await at.client.get('/v1/configs/templates')).body.waba_templates[0];
	const values = async (field: string) => {
		await at.sandbox.control.idle();
		return at.receiver.of(field).map(({ value }) => value);
	};
	beforeEach(() => at.sandbox.control.addTemplate({ name: 'hello' }));

	test('a change of quality is announced, and the list shows it', async () => {
		await at.sandbox.control.setQuality('hello', 'en_US', 'YELLOW');
		expect(await values('message_template_quality_update')).toMatchObject([
			{ previous_quality_score: 'UNKNOWN', new_quality_score: 'YELLOW', message_template_name: 'hello' },
		]);
		expect(await listed()).toMatchObject({ status: 'APPROVED', quality_score: { score: 'YELLOW' } });
	});

	test('the quality is low while it is paused for it, and starts anew afterwards', async () => {
		await at.sandbox.control.pause('hello');
		expect(await listed()).toMatchObject({ status: 'PAUSED', quality_score: { score: 'RED' } });
		await at.sandbox.clock.advance(3 * HOUR);
		expect(await listed()).toMatchObject({ status: 'APPROVED', quality_score: { score: 'UNKNOWN' } });
	});

	test('an appeal is under way until it is decided', async () => {
		await at.sandbox.control.disable('hello');
		await at.sandbox.control.appeal('hello');
		expect((await send()).body.error.code).toBe(132001);
		await at.sandbox.control.decideAppeal('hello', undefined, 'unchanged');
		expect((await send()).body.error.code).toBe(132016);
		await at.sandbox.control.appeal('hello');
		await at.sandbox.control.decideAppeal('hello', undefined, 'reversed');
		expect((await send()).status).toBe(200);
		const events = (await values('message_template_status_change')).map(({ event }) => event);
		expect(events).toEqual(['DISABLED', 'IN_APPEAL', 'DISABLED', 'IN_APPEAL', 'REINSTATED']);
	});

	test.each([
		['before', 2 * HOUR],
		['after', 30 * HOUR],
	])(
		'a pause for quality ends by itself if an appeal against it is unchanged %s its end',
		async (_, decided) => {
			await at.sandbox.control.pause('hello');
			await at.sandbox.control.appeal('hello');
			await at.sandbox.clock.advance(decided);
			await at.sandbox.control.decideAppeal('hello', undefined, 'unchanged');
			if (decided < 3 * HOUR) expect(await listed()).toMatchObject({ status: 'PAUSED' });
			await at.sandbox.clock.advance(Math.max(0, 3 * HOUR - decided));
			expect(await listed()).toMatchObject({ status: 'APPROVED' });
			const events = (await values('message_template_status_change')).map(({ event }) => event);
			expect(events).toEqual(['PAUSED', 'IN_APPEAL', 'PAUSED', 'APPROVED']);
		},
	);

	test('pacing holds messages back; a good verdict delivers them', async () => {
		await at.sandbox.control.startPacing('hello');
		const { body } = await send();
		expect(body.messages).toMatchObject([{ message_status: 'held_for_quality_assessment' }]);
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()).toEqual([]);
		await at.sandbox.control.endPacing('hello', 'en_US', 'good');
		await at.sandbox.control.idle();
		expect(at.receiver.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered']);
		expect((await at.client.template('4915511111111', 'hello')).body.messages).toMatchObject([
			{ message_status: 'accepted' },
		]);
	});

	test('a bad verdict fails them with 132015 and pauses the template without an end', async () => {
		await at.sandbox.control.startPacing('hello');
		await send();
		await at.sandbox.control.endPacing('hello', 'en_US', 'bad');
		await at.sandbox.control.idle();
		expect(at.receiver.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 132015 }] }]);
		await at.sandbox.clock.advance(DAY);
		expect((await send()).body.error.code).toBe(132015);
	});
});

describe('a recipient whose device is off', () => {
	const at = scene();
	const statuses = async () => {
		await at.sandbox.control.idle();
		return at.receiver.statuses().map(({ status }) => status);
	};
	let externalId: string;
	beforeEach(async () => {
		({ externalId } = await at.sandbox.control.addTemplate({ name: 'hello' }));
		await at.sandbox.control.goOffline(CUSTOMER);
		await at.client.template(CUSTOMER, 'hello');
	});

	test('gets the message when it is on again', async () => {
		expect(await statuses()).toEqual(['sent']);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(await statuses()).toEqual(['sent', 'delivered']);
	});

	test.each([
		['at its last second', 600 * SECOND - SECOND, ['sent', 'delivered']],
		['when it has passed: the message was dropped, and no event says so', 600 * SECOND, ['sent']],
	])('gets a message with a time to live %s', async (_name, after, expected) => {
		await at.client.post(`/v1/configs/templates/${externalId}`, { message_send_ttl_seconds: 600 });
		await at.sandbox.clock.advance(after);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(await statuses()).toEqual(expected);
	});

	test('gets it up to 30 days after its template was deleted', async () => {
		await at.client.delete('/v1/configs/templates/hello');
		await at.sandbox.clock.advance(30 * DAY - 5 * SECOND);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(await statuses()).toEqual(['sent', 'delivered']);
	});

	test('does not get it later: the structure is unavailable', async () => {
		await at.client.delete('/v1/configs/templates/hello');
		await at.sandbox.clock.advance(30 * DAY);
		await at.sandbox.control.comeOnline(CUSTOMER);
		expect(await statuses()).toEqual(['sent', 'failed']);
		expect(at.receiver.statuses().at(-1)).toMatchObject({ errors: [{ title: 'Structure unavailable' }] });
	});
});
