import { CUSTOMER, scene } from './support/scene';

const NEW = { messaging_product: 'whatsapp', subject: 'Neighbours', description: 'Our street' };
const PRODUCT = { messaging_product: 'whatsapp' };

interface GroupPage {
	readonly data: { readonly groups: readonly { readonly id: string; readonly subject: string }[] };
	readonly paging: { readonly cursors: { after: string; before: string }; next?: string; previous?: string };
}

describe('groups', () => {
	const at = scene();
	const create = async (fields: object = {}) =>
		(await at.client.post('/groups', { ...NEW, ...fields })).body.id;
	const page = async (query: string) =>
		(await at.client.get(`/groups?${query}`)).body as unknown as GroupPage;
	const subjects = ({ data }: GroupPage) => data.groups.map(({ subject }) => subject);
	const entries = async (field: string) => {
		await at.sandbox.control.idle();
		return at.receiver.of(field).map(({ value }) => value.groups[0]);
	};

	describe('creation', () => {
		test('answers the id, and the event brings the invite link', async () => {
			const { status, body } = await at.client.post('/groups', NEW);
			expect([status, body]).toEqual([200, { id: expect.any(String) }]);
			expect(await entries('group_lifecycle_update')).toEqual([
				{
					timestamp: expect.stringMatching(/^\d{10}$/),
					group_id: body.id,
					type: 'group_create',
					request_id: expect.any(String),
					subject: 'Neighbours',
					invite_link: expect.stringMatching(/^https:\/\//),
					join_approval_mode: 'auto_approve',
				},
			]);
		});

		test.each([
			['no subject', { subject: undefined }, 'subject'],
			['an empty subject', { subject: '' }, 'subject'],
			['a subject of 129 characters', { subject: 'x'.repeat(129) }, 'subject'],
			['a subject of 129 emoji', { subject: '🎉'.repeat(129) }, 'subject'],
			['a description of 2049 characters', { description: 'x'.repeat(2049) }, 'description'],
			['another approval mode', { join_approval_mode: 'ask' }, 'join_approval_mode'],
			['no product', { messaging_product: undefined }, 'messaging_product'],
		])('refuses %s with 400 { error }', async (_name, fields, named) => {
			const { status, body } = await at.client.post('/groups', { ...NEW, ...fields });
			expect([status, body]).toEqual([400, { error: expect.stringContaining(named) }]);
		});

		test.each(['x', '🎉'])(
			'takes a subject of 128 characters and a description of 2048, such as %s',
			async (character) => {
				const fields = { subject: character.repeat(128), description: character.repeat(2048) };
				expect(await create(fields)).toEqual(expect.any(String));
			},
		);
	});

	test('are 10,000 at most', async () => {
		for (let n = 0; n < 9_999; n += 1) await at.sandbox.control.addGroup({});
		expect((await at.client.post('/groups', NEW)).status).toBe(200);
		expect((await at.client.post('/groups', NEW)).status).toBe(400);
	});

	describe('the list', () => {
		beforeEach(async () => {
			for (let n = 1; n <= 30; n += 1) await at.sandbox.control.addGroup({ subject: `${n}` });
		});

		test('has 25 groups a page unless told otherwise, and a next page', async () => {
			const first = await page('');
			expect(subjects(first)).toHaveLength(25);
			expect(first.data.groups[0]).toEqual({
				id: expect.any(String),
				subject: '1',
				created_at: expect.any(Number),
			});
			expect(first.paging.previous).toBeUndefined();
			expect(first.paging.next).toContain(`after=${first.paging.cursors.after}`);
		});

		test('is walked forwards and back by cursors, to the end', async () => {
			const first = await page('limit=20');
			const second = await page(`limit=20&after=${first.paging.cursors.after}`);
			expect(subjects(second)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 21}`));
			expect(second.paging.next).toBeUndefined();
			const back = await page(`limit=5&before=${second.paging.cursors.before}`);
			expect(subjects(back)).toEqual(['16', '17', '18', '19', '20']);
			expect(await page(`after=${second.paging.cursors.after}`)).toEqual({
				data: { groups: [] },
				paging: {},
			});
		});

		test('keeps its place when groups before the cursor are deleted', async () => {
			const first = await page('limit=2');
			await at.client.delete(`/groups/${first.data.groups[0]?.id}`);
			await at.client.delete(`/groups/${first.data.groups[1]?.id}`);
			expect(subjects(await page(`limit=1&after=${first.paging.cursors.after}`))).toEqual(['3']);
		});

		test('takes a limit from 1 to 1024', async () => {
			expect(subjects(await page('limit=1'))).toEqual(['1']);
			expect(subjects(await page('limit=1024'))).toHaveLength(30);
		});

		test.each([
			'limit=0',
			'limit=1025',
			'limit=x',
			'limit=',
			'after=nonsense',
			'before=x',
			'after=YXQ6MQ&before=YXQ6Mg',
		])('refuses %s', async (query) => {
			const { status, body } = await at.client.get(`/groups?${query}`);
			expect([status, body]).toEqual([400, { error: expect.any(String) }]);
		});
	});

	describe('one group', () => {
		const FIELDS =
			'subject,description,join_approval_mode,creation_timestamp,suspended,total_participant_count,participants';

		test('shows the fields that are asked for, and without any only its id', async () => {
			const id = await create();
			await at.sandbox.control.joinGroup(id, CUSTOMER);
			expect((await at.client.get(`/groups/${id}`)).body).toEqual({ id, messaging_product: 'whatsapp' });
			expect((await at.client.get(`/groups/${id}?fields=${FIELDS}`)).body).toEqual({
				id,
				messaging_product: 'whatsapp',
				subject: 'Neighbours',
				description: 'Our street',
				join_approval_mode: 'auto_approve',
				creation_timestamp: expect.any(Number),
				suspended: false,
				total_participant_count: 1,
				participants: [{ wa_id: CUSTOMER, user_id: expect.any(String) }],
			});
			expect((await at.client.get(`/groups/${id}?fields=colour`)).status).toBe(400);
		});

		test('is changed by JSON, and the event tells what was changed', async () => {
			const id = await create();
			const { body } = await at.client.post(`/groups/${id}`, { ...PRODUCT, subject: 'Street party' });
			expect(body).toEqual({ success: true });
			expect((await at.client.get(`/groups/${id}?fields=subject,description`)).body).toMatchObject({
				subject: 'Street party',
				description: 'Our street',
			});
			const [entry] = await entries('group_settings_update');
			expect(entry).toMatchObject({ group_subject: { text: 'Street party', update_successful: true } });
			expect(entry).not.toHaveProperty('group_description');
		});

		test.each([{}, PRODUCT, { ...PRODUCT, subject: '' }, { subject: 'x' }])(
			'is not changed by %j',
			async (body) => {
				expect((await at.client.post(`/groups/${await create()}`, body)).status).toBe(400);
			},
		);

		test('is deleted for good', async () => {
			const id = await create();
			expect((await at.client.delete(`/groups/${id}`)).body).toEqual({ success: true });
			expect((await at.client.get(`/groups/${id}`)).status).toBe(404);
			expect(await entries('group_lifecycle_update')).toMatchObject([
				{},
				{ type: 'group_delete', group_id: id },
			]);
		});

		test('is 404 { error } on every path when there is none', async () => {
			const paths = ['', '/invite_link', '/join_requests'].map((rest) => `/groups/none${rest}`);
			for (const path of paths) {
				const { status, body } = await at.client.get(path);
				expect([status, body]).toEqual([404, { error: expect.any(String) }]);
			}
			const removal = { ...PRODUCT, participants: [{ user: CUSTOMER }] };
			expect((await at.client.delete('/groups/none/participants', removal)).status).toBe(404);
		});

		test('can only be looked at and deleted while it is suspended', async () => {
			const id = await create();
			await at.sandbox.control.suspendGroup(id);
			expect((await at.client.post(`/groups/${id}`, { ...PRODUCT, subject: 'x' })).status).toBe(403);
			expect((await at.client.get(`/groups/${id}?fields=suspended`)).body).toMatchObject({ suspended: true });
			await at.sandbox.control.suspendGroup(id, false);
			expect((await at.client.post(`/groups/${id}`, { ...PRODUCT, subject: 'x' })).status).toBe(200);
			expect(await entries('group_status_update')).toMatchObject([
				{ type: 'group_suspend' },
				{ type: 'group_suspend_cleared' },
			]);
		});
	});

	describe('the picture', () => {
		/** The head of a JPEG file: just enough to tell its size. */
		const jpeg = (width: number, height: number, padding = 0) => {
			const head = Buffer.from('ffd8ffe000020000ffc0000b080000000001011100', 'hex').subarray(0, 6);
			const frame = Buffer.from('ffc0000b08000000000101110000', 'hex');
			frame.writeUInt16BE(height, 5);
			frame.writeUInt16BE(width, 7);
			return Buffer.concat([head, frame, Buffer.alloc(padding)]);
		};
		const upload = async (bytes: Buffer, fields: Record<string, string> = PRODUCT) => {
			const form = new FormData();
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
			form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'picture.jpg');
			const response = await fetch(`${at.sandbox.url}/groups/${await create()}`, {
				method: 'POST',
				headers: { 'SVC-API-KEY': at.sandbox.apiKey },
				body: form,
			});
			return { status: response.status, body: (await response.json()) as object };
		};

		test('is taken as multipart, a square JPEG of 192 pixels', async () => {
			expect(await upload(jpeg(192, 192))).toEqual({ status: 200, body: { success: true } });
			expect(await entries('group_settings_update')).toMatchObject([
				{ profile_picture: { update_successful: true, mime_type: 'image/jpeg' } },
			]);
		});

		test.each([
			['small', jpeg(191, 191), /smaller/],
			['not square', jpeg(400, 300), /not square/],
			['larger than 5 MB', jpeg(400, 400, 5 * 1024 * 1024), /5 MB/],
			['no JPEG', Buffer.from('PNG'), /not a JPEG/],
		])('is refused when it is %s', async (_name, bytes, sentence) => {
			expect(await upload(bytes)).toEqual({ status: 400, body: { error: expect.stringMatching(sentence) } });
		});

		test('needs the product beside it', async () => {
			expect((await upload(jpeg(192, 192), {})).status).toBe(400);
		});
	});

	describe('the invite link', () => {
		test('lets customers in until it is reset', async () => {
			const id = await create();
			const before = (await at.client.get(`/groups/${id}/invite_link`)).body;
			expect(before).toEqual({ invite_link: expect.any(String), messaging_product: 'whatsapp' });
			await at.sandbox.control.joinGroup(id, CUSTOMER, before.invite_link);
			expect(await entries('group_participants_update')).toMatchObject([
				{ type: 'group_participants_add', added_participants: [{ wa_id: CUSTOMER }], reason: 'invite_link' },
			]);
			const after = (await at.client.post(`/groups/${id}/invite_link`, PRODUCT)).body;
			expect(after.invite_link).not.toBe(before.invite_link);
			await expect(at.sandbox.control.joinGroup(id, '4915511111111', before.invite_link)).rejects.toThrow(
				/reset/,
			);
			expect((await at.client.post(`/groups/${id}/invite_link`, {})).status).toBe(400);
		});

		test('lets eight customers in and no ninth', async () => {
			const id = await create();
			for (let n = 0; n < 8; n += 1) await at.sandbox.control.joinGroup(id, `49155000000${n}`);
			await expect(at.sandbox.control.joinGroup(id, CUSTOMER)).rejects.toThrow(/full/);
		});
	});

	describe('join requests', () => {
		const closed = () => create({ join_approval_mode: 'approval_required' });
		const request = async (group: string, contact: string) =>
			(await at.sandbox.control.joinGroup(group, contact)).joinRequestId ?? '';
		const decision = (...ids: string[]) => ({ ...PRODUCT, join_requests: ids });
		const count = async (id: string) => (await at.client.get(`/groups/${id}?fields=participants`)).body;

		test('are announced and listed while they are pending', async () => {
			const id = await closed();
			const joinRequestId = await request(id, CUSTOMER);
			expect((await at.client.get(`/groups/${id}/join_requests`)).body).toEqual({
				data: [
					{
						join_request_id: joinRequestId,
						wa_id: CUSTOMER,
						user_id: expect.any(String),
						creation_timestamp: expect.any(Number),
					},
				],
				paging: {},
			});
			await at.sandbox.control.revokeJoinRequest(id, joinRequestId);
			expect((await at.client.get(`/groups/${id}/join_requests`)).body).toMatchObject({ data: [] });
			expect(await entries('group_participants_update')).toMatchObject([
				{ type: 'group_join_request_created', join_request_id: joinRequestId, wa_id: CUSTOMER },
				{ type: 'group_join_request_revoked', join_request_id: joinRequestId },
			]);
		});

		test('are approved one by one: failures are listed beside the approved', async () => {
			const id = await closed();
			const joinRequestId = await request(id, CUSTOMER);
			const { status, body } = await at.client.post(
				`/groups/${id}/join_requests`,
				decision(joinRequestId, 'no-such-request'),
			);
			const error = {
				code: 131203,
				title: expect.any(String),
				message: expect.any(String),
				error_data: { details: expect.any(String) },
			};
			expect([status, body]).toEqual([
				200,
				{
					messaging_product: 'whatsapp',
					approved_join_requests: [joinRequestId],
					rejected_join_requests: [],
					failed_join_requests: [{ join_request_id: 'no-such-request', errors: [error] }],
					errors: [error],
				},
			]);
			expect(await count(id)).toMatchObject({ participants: [{ wa_id: CUSTOMER }] });
		});

		test('beyond the eighth participant fail, and stay pending', async () => {
			const id = await closed();
			const ids: string[] = [];
			for (let n = 0; n < 9; n += 1) ids.push(await request(id, `49155000000${n}`));
			const { body } = await at.client.post(`/groups/${id}/join_requests`, decision(...ids));
			expect(body).toMatchObject({ failed_join_requests: [{ join_request_id: ids[8] }] });
			expect((await at.client.get(`/groups/${id}/join_requests`)).body).toMatchObject({
				data: [{ join_request_id: ids[8] }],
			});
		});

		test('are rejected', async () => {
			const id = await closed();
			const joinRequestId = await request(id, CUSTOMER);
			const { body } = await at.client.delete(`/groups/${id}/join_requests`, decision(joinRequestId));
			expect(body).toMatchObject({ approved_join_requests: [], rejected_join_requests: [joinRequestId] });
			expect(await count(id)).toMatchObject({ participants: [] });
		});

		test.each([
			['post', 'Unable to add participant to group'],
			['delete', 'Unable to reject join request'],
		] as const)('fail with a code, a title, a message, and details: %s says %j', async (method, title) => {
			const { body } = await at.client[method](`/groups/${await closed()}/join_requests`, decision('gone'));
			const details = 'There is no such pending join request.';
			expect(body).toMatchObject({
				errors: [{ code: 131203, title, message: `(#131203) ${title}`, error_data: { details } }],
			});
		});

		test.each([{}, decision(), { join_requests: ['x'] }, { ...PRODUCT, join_requests: 'x' }])(
			'are not decided by %j',
			async (body) => {
				expect((await at.client.post(`/groups/${await closed()}/join_requests`, body)).status).toBe(400);
			},
		);
	});

	describe('participants', () => {
		const remove = (id: string, ...users: string[]) =>
			at.client.delete(`/groups/${id}/participants`, {
				...PRODUCT,
				participants: users.map((user) => ({ user })),
			});

		test('are removed by number, and the event tells which could not be', async () => {
			const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER, '4915511111111'] });
			expect((await remove(id, `+${CUSTOMER}`, '4900000000')).body).toEqual({ success: true });
			expect(await entries('group_participants_update')).toMatchObject([
				{
					type: 'group_participants_remove',
					removed_participants: [{ input: `+${CUSTOMER}` }],
					failed_participants: [{ input: '4900000000', errors: [{ code: expect.any(Number) }] }],
					initiated_by: 'business',
				},
			]);
			expect((await at.client.get(`/groups/${id}?fields=participants`)).body).toMatchObject({
				participants: [{ wa_id: '4915511111111' }],
			});
		});

		test('are removed by account ID, which can have more digits than a number', async () => {
			const account = '12345678901234567';
			const { id } = await at.sandbox.control.addGroup({ participants: [account] });
			expect((await remove(id, account)).body).toEqual({ success: true });
		});

		test('are removed 1 to 8 at a time', async () => {
			const numbers = Array.from({ length: 9 }, (_, n) => `49155000000${n}`);
			const { id } = await at.sandbox.control.addGroup({ participants: numbers.slice(0, 8) });
			expect((await remove(id)).status).toBe(400);
			expect((await remove(id, ...numbers)).status).toBe(400);
			expect((await remove(id, ...numbers.slice(0, 8))).status).toBe(200);
		});

		test('are not removed when none of them is one', async () => {
			const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER] });
			expect((await remove(id, '4900000000')).status).toBe(400);
			expect(await entries('group_participants_update')).toEqual([]);
		});

		test('leave by themselves', async () => {
			const { id } = await at.sandbox.control.addGroup({ participants: [CUSTOMER] });
			await at.sandbox.control.leaveGroup(id, CUSTOMER);
			expect(await entries('group_participants_update')).toMatchObject([{ initiated_by: 'participant' }]);
		});
	});

	describe('messages to a group', () => {
		const GROUP = { recipient_type: 'group' };

		test('take text, media, templates and pins, and nothing else', async () => {
			const { id } = await at.sandbox.control.addGroup({});
			await at.sandbox.control.customerWrites({ from: CUSTOMER, group: id });
			const send = (type: string, content: object) =>
				at.client.message(id, { ...GROUP, type, [type]: content });
			expect((await send('text', { body: 'Hi' })).status).toBe(200);
			expect((await send('image', { link: 'https://example.com/a.png' })).status).toBe(200);
			expect((await send('pin', { type: 'pin', message_id: 'wamid.x' })).status).toBe(200);
			expect((await send('location', { latitude: 1, longitude: 2 })).body.error.code).toBe(131051);
			const pin = { type: 'pin', pin: { type: 'pin', message_id: 'wamid.x' } };
			expect((await at.client.message(CUSTOMER, pin)).body.error.code).toBe(131051);
		});

		test('are refused to a group that is not there or is suspended', async () => {
			expect((await at.client.text('none', 'Hi', GROUP)).body.error.code).toBe(131020);
			const { id } = await at.sandbox.control.addGroup({});
			await at.sandbox.control.suspendGroup(id);
			const { status, body } = await at.client.text(id, 'Hi', GROUP);
			expect([status, body.error.code]).toEqual([403, 131207]);
		});

		test('are told from others in their statuses, which come by member', async () => {
			const { id } = await at.sandbox.control.addGroup({});
			await at.sandbox.control.customerWrites({ from: CUSTOMER, group: id });
			await at.client.text(id, 'Hi', GROUP);
			await at.sandbox.control.idle();
			expect(at.receiver.statuses()).toMatchObject([
				{ status: 'sent', recipient_id: id, recipient_type: 'group' },
				{
					status: 'delivered',
					recipient_id: id,
					recipient_type: 'group',
					recipient_participant_id: CUSTOMER,
				},
			]);
		});

		test('of customers carry the group', async () => {
			await at.sandbox.control.customerWrites({ from: CUSTOMER, group: 'new-group' });
			await at.sandbox.control.idle();
			expect(at.receiver.received[0]?.value.messages).toMatchObject([
				{ from: CUSTOMER, group_id: 'new-group' },
			]);
			expect((await at.client.get('/groups/new-group')).status).toBe(200);
		});
	});
});
