import { CUSTOMER, failureOf, overEachTransport } from './support/scene';
import { jpeg } from './support/jpeg';

const problemsOf = async (call: Promise<unknown>) => (await failureOf(call)).problems;

describe('groups', () => {
	overEachTransport((at) => {
		const addGroup = (group = {}) => at.sandbox.control.addGroup({ subject: 'Tea', ...group });
		const requestToJoin = async (id: string, contact: string) =>
			(await at.sandbox.control.joinGroup(id, contact)).joinRequestId!;

		describe('are listed', () => {
			it('in pages of 25 with a cursor to the next', async () => {
				const before = Math.floor(at.sandbox.clock.now() / 1000);
				for (let n = 1; n <= 26; n += 1) await addGroup({ subject: `Group ${n}` });
				const after = Math.floor(at.sandbox.clock.now() / 1000);
				const first = await at.client.groups.list();
				expect(first.data.groups).toHaveLength(25);
				expect(first.data.groups[0]).toEqual({
					id: expect.any(String),
					subject: 'Group 1',
					created_at: expect.any(Number),
				});
				expect(first.data.groups[0]!.created_at).toBeGreaterThanOrEqual(before);
				expect(first.data.groups[0]!.created_at).toBeLessThanOrEqual(after);
				const second = await at.client.groups.list({ after: first.paging!.cursors!.after });
				expect(second.data.groups.map(({ subject }) => subject)).toEqual(['Group 26']);
				const back = await at.client.groups.list({ before: second.paging!.cursors!.before, limit: 2 });
				expect(back.data.groups.map(({ subject }) => subject)).toEqual(['Group 24', 'Group 25']);
			});

			it('all of them, over as many pages as there are', async () => {
				for (let n = 1; n <= 1030; n += 1) await addGroup({ subject: `Group ${n}` });
				const all = await at.client.groups.listAll();
				expect(new Set(all.map(({ id }) => id)).size).toBe(1030);
			});

			it('none where there is none', async () => {
				expect(await at.client.groups.listAll()).toEqual([]);
			});

			it.each([1, 1024])('up to %d at a time', async (limit) => {
				await addGroup();
				expect((await at.client.groups.list({ limit })).data.groups).toHaveLength(1);
			});

			it.each([0, 1025, 1.5, Number.NaN])('never %d at a time', async (limit) => {
				expect(await problemsOf(at.client.groups.list({ limit }))).toEqual([
					{ path: ['limit'], message: "isn't a whole number from 1 to 1024" },
				]);
			});

			it('not after something that is no cursor: 400', async () => {
				expect(await failureOf(at.client.groups.list({ after: 'nonsense' }))).toMatchObject({
					status: 400,
					title: expect.stringContaining('cursor'),
					effect: 'fix-request',
				});
			});

			it('not while the gateway fails: 500', async () => {
				const body = { error: 'internal server error' };
				await at.sandbox.control.faults({ status: { path: '/groups', code: 500, body } });
				expect(await failureOf(at.client.groups.list())).toMatchObject({
					status: 500,
					title: 'internal server error',
					effect: 'retry',
				});
				expect((await failureOf(at.client.groups.create({ subject: 'Tea' }))).status).toBe(500);
			});
		});

		describe('are created', () => {
			it('with a subject, a description and a way to join', async () => {
				const { id } = await at.client.groups.create({
					subject: 'Tea',
					description: 'All about tea',
					join_approval_mode: 'approval_required',
				});
				expect(
					await at.client.groups.get(id, ['subject', 'description', 'join_approval_mode']),
				).toMatchObject({
					subject: 'Tea',
					description: 'All about tea',
					join_approval_mode: 'approval_required',
				});
			});

			it('with 128 characters in the subject and 2,048 in the description at most', async () => {
				const longest = { subject: 'x'.repeat(128), description: 'x'.repeat(2048) };
				expect(await at.client.groups.create(longest)).toEqual({ id: expect.any(String) });
			});

			it('not with what breaks the bounds: all of it is named, and nothing is sent', async () => {
				const broken = {
					subject: 'x'.repeat(129),
					description: 'x'.repeat(2049),
					join_approval_mode: 'maybe' as 'auto_approve',
				};
				const error = await failureOf(at.client.groups.create(broken));
				expect(error.name).toBe('InvalidRequest');
				expect(error.problems).toEqual([
					{ path: ['subject'], message: 'has 129 characters, but only 128 are allowed' },
					{ path: ['description'], message: 'has 2049 characters, but only 2048 are allowed' },
					{ path: ['join_approval_mode'], message: 'is neither auto_approve nor approval_required' },
				]);
				expect(await at.client.groups.listAll()).toEqual([]);
				const asked = await failureOf(at.client.groups.create(broken, { checkFirst: false }));
				expect(asked).toMatchObject({ name: 'GatewayError', status: 400 });
			});

			it('not without a subject', async () => {
				expect(await problemsOf(at.client.groups.create({ subject: ' ' }))).toEqual([
					{ path: ['subject'], message: 'is empty' },
				]);
			});

			it('not where the gateway knows better: 400', async () => {
				const body = { error: 'a number has at most 10000 groups' };
				await at.sandbox.control.faults({ status: { path: '/groups', code: 400, body } });
				expect(await failureOf(at.client.groups.create({ subject: 'Tea' }))).toMatchObject({
					status: 400,
					title: body.error,
					effect: 'fix-request',
				});
			});
		});

		describe('are read', () => {
			it('with the chosen fields only', async () => {
				const { id } = await addGroup({ participants: [CUSTOMER] });
				const fields = ['participants', 'total_participant_count', 'suspended'] as const;
				expect(await at.client.groups.get(id, fields)).toEqual({
					id,
					messaging_product: 'whatsapp',
					participants: [{ wa_id: CUSTOMER, user_id: expect.any(String) }],
					total_participant_count: 1,
					suspended: false,
				});
				expect(await at.client.groups.get(id)).toEqual({ id, messaging_product: 'whatsapp' });
			});

			it('with the time of their creation in Unix seconds', async () => {
				const before = Math.floor(at.sandbox.clock.now() / 1000);
				const { id } = await addGroup();
				const { creation_timestamp: created } = await at.client.groups.get(id, ['creation_timestamp']);
				expect(created).toBeGreaterThanOrEqual(before);
				expect(created).toBeLessThanOrEqual(Math.floor(at.sandbox.clock.now() / 1000));
			});
		});

		describe('are changed', () => {
			it('by JSON', async () => {
				const { id } = await addGroup();
				const answer = await at.client.groups.update(id, { subject: 'Coffee', description: 'No tea' });
				expect(answer).toEqual({ success: true });
				expect(await at.client.groups.get(id, ['subject', 'description'])).toMatchObject({
					subject: 'Coffee',
					description: 'No tea',
				});
			});

			it('by the handle of a picture', async () => {
				const { id } = await addGroup();
				expect(await at.client.groups.update(id, { profile_picture_file: 'handle' })).toEqual({
					success: true,
				});
			});

			it('with a picture, and what else is changed, in one multipart body', async () => {
				const { id } = await addGroup();
				const picture = { content: jpeg(192, 192), mimeType: 'image/jpeg', filename: 'tea "green".jpg' };
				expect(await at.client.groups.update(id, { subject: 'Coffee', picture })).toEqual({ success: true });
				expect(await at.client.groups.get(id, ['subject'])).toMatchObject({ subject: 'Coffee' });
			});

			it.each([
				["isn't a JPEG image", Buffer.from('no picture')],
				["isn't square (300 × 200 pixels)", jpeg(300, 200)],
				['has 191 × 191 pixels, but at least 192 × 192 are required', jpeg(191, 191)],
				['has 5.1 MB, but at most 5 MB are allowed', jpeg(192, 192, 5 * 1024 * 1024 + 1)],
			])('not with a picture that %s', async (message, content) => {
				const { id } = await addGroup();
				const picture = { content, mimeType: 'image/jpeg' };
				expect(await problemsOf(at.client.groups.update(id, { picture }))).toEqual([
					{ path: ['file'], message },
				]);
			});

			it('not by nothing', async () => {
				expect(await problemsOf(at.client.groups.update('1', {}))).toEqual([
					{ path: [], message: "doesn't change anything" },
				]);
			});

			it('not while suspended: 403', async () => {
				const { id } = await addGroup();
				await at.sandbox.control.suspendGroup(id);
				expect(await failureOf(at.client.groups.update(id, { subject: 'x' }))).toMatchObject({
					status: 403,
					effect: 'account-stop',
				});
			});
		});

		it('are deleted', async () => {
			const { id } = await addGroup();
			expect(await at.client.groups.delete(id)).toEqual({ success: true });
			expect(await at.client.groups.listAll()).toEqual([]);
		});

		describe('have an invite link', () => {
			it('by which customers join', async () => {
				const { id } = await addGroup();
				const { invite_link: link } = await at.client.groups.getInviteLink(id);
				expect(await at.sandbox.control.joinGroup(id, CUSTOMER, link)).toEqual({});
			});

			it('with the product, as its reset', async () => {
				const { id } = await addGroup();
				const answers: Array<{ messaging_product?: string }> = [
					await at.client.groups.getInviteLink(id),
					await at.client.groups.resetInviteLink(id),
				];
				for (const { messaging_product: product } of answers) expect(product).toBe('whatsapp');
			});

			it('that is reset, which makes the former one invalid', async () => {
				const { id } = await addGroup();
				const before = await at.client.groups.getInviteLink(id);
				const after = await at.client.groups.resetInviteLink(id);
				expect(await at.client.groups.getInviteLink(id)).toEqual(after);
				await expect(at.sandbox.control.joinGroup(id, CUSTOMER, before.invite_link)).rejects.toThrow('reset');
			});
		});

		describe('have join requests', () => {
			const approval = { joinApprovalMode: 'approval_required' } as const;

			it('that are listed while they wait', async () => {
				const { id } = await addGroup(approval);
				const request = await requestToJoin(id, CUSTOMER);
				const created = Math.floor(at.sandbox.clock.now() / 1000);
				const expected = [
					{
						join_request_id: request,
						wa_id: CUSTOMER,
						user_id: expect.any(String),
						creation_timestamp: created,
					},
				];
				expect((await at.client.groups.listJoinRequests(id)).data).toEqual(expected);
				expect(await at.client.groups.listAllJoinRequests(id)).toEqual(expected);
			});

			it('that are approved', async () => {
				const { id } = await addGroup(approval);
				const request = await requestToJoin(id, CUSTOMER);
				expect(await at.client.groups.approveJoinRequests(id, [request])).toMatchObject({
					approved_join_requests: [request],
					rejected_join_requests: [],
					failed_join_requests: [],
					errors: [],
				});
				expect((await at.client.groups.get(id, ['participants'])).participants).toEqual([
					{ wa_id: CUSTOMER, user_id: expect.any(String) },
				]);
			});

			it('that are rejected', async () => {
				const { id } = await addGroup(approval);
				const request = await requestToJoin(id, CUSTOMER);
				expect((await at.client.groups.rejectJoinRequests(id, [request])).rejected_join_requests).toEqual([
					request,
				]);
				expect(await at.client.groups.listAllJoinRequests(id)).toEqual([]);
			});

			it.each(['approveJoinRequests', 'rejectJoinRequests'] as const)(
				'whose decision names the product: %s',
				async (decide) => {
					const { id } = await addGroup(approval);
					const request = await requestToJoin(id, CUSTOMER);
					const answer: { messaging_product?: string } = await at.client.groups[decide](id, [request]);
					expect(answer.messaging_product).toBe('whatsapp');
				},
			);

			it.each([
				['approveJoinRequests', 'Unable to add participant to group'],
				['rejectJoinRequests', 'Unable to reject join request'],
			] as const)('of which some fail: %s answers with them, and does the others', async (decide, title) => {
				const { id } = await addGroup(approval);
				const request = await requestToJoin(id, CUSTOMER);
				const answer = await at.client.groups[decide](id, [request, 'gone']);
				const failed = {
					code: 131203,
					title,
					message: expect.any(String),
					error_data: { details: 'There is no such pending join request.' },
				};
				expect(answer.failed_join_requests).toEqual([{ join_request_id: 'gone', errors: [failed] }]);
				expect(answer.errors).toEqual([failed]);
				expect([...answer.approved_join_requests, ...answer.rejected_join_requests]).toEqual([request]);
			});

			it('of which at least one is decided on', async () => {
				expect(await problemsOf(at.client.groups.approveJoinRequests('1', []))).toEqual([
					{ path: ['join_requests'], message: 'is empty' },
				]);
				expect(await problemsOf(at.client.groups.rejectJoinRequests('1', ['']))).toEqual([
					{ path: ['join_requests', 0], message: 'is empty' },
				]);
			});
		});

		describe('have participants', () => {
			const eight = Array.from({ length: 8 }, (_each, index) => `49170000000${index}`);

			it('of whom 8 are removed at once, however their numbers are written', async () => {
				const { id } = await addGroup({ participants: eight });
				const written = eight.map((number) => `+${number.slice(0, 2)} ${number.slice(2)}`);
				expect(await at.client.groups.removeParticipants(id, written)).toEqual({ success: true });
				expect((await at.client.groups.get(id, ['participants'])).participants).toEqual([]);
			});

			it('of whom neither none nor 9 are removed at once', async () => {
				expect(await problemsOf(at.client.groups.removeParticipants('1', []))).toEqual([
					{ path: ['participants'], message: 'is empty' },
				]);
				expect(await problemsOf(at.client.groups.removeParticipants('1', [...eight, CUSTOMER]))).toEqual([
					{ path: ['participants'], message: 'has 9 participants, but one request can remove at most 8' },
				]);
			});

			it('of whom strangers are not removed: 400', async () => {
				const { id } = await addGroup();
				expect(await failureOf(at.client.groups.removeParticipants(id, [CUSTOMER]))).toMatchObject({
					status: 400,
					effect: 'fix-request',
				});
			});
		});

		type Groups = typeof at.client.groups;
		const ofOneGroup: ReadonlyArray<readonly [string, (groups: Groups, id: string) => Promise<unknown>]> = [
			['get', (groups, id) => groups.get(id)],
			['update', (groups, id) => groups.update(id, { subject: 'x' })],
			['delete', (groups, id) => groups.delete(id)],
			['getInviteLink', (groups, id) => groups.getInviteLink(id)],
			['resetInviteLink', (groups, id) => groups.resetInviteLink(id)],
			['listJoinRequests', (groups, id) => groups.listJoinRequests(id)],
			['approveJoinRequests', (groups, id) => groups.approveJoinRequests(id, ['x'])],
			['rejectJoinRequests', (groups, id) => groups.rejectJoinRequests(id, ['x'])],
			['removeParticipants', (groups, id) => groups.removeParticipants(id, [CUSTOMER])],
		];

		describe.each(ofOneGroup)('%s', (_name, call) => {
			it('of a group that is not there: 404', async () => {
				expect(await failureOf(call(at.client.groups, 'a/b?c'))).toMatchObject({
					status: 404,
					title: 'group not found: a/b?c',
				});
			});

			it('refused as a bad request: 400', async () => {
				const { id } = await addGroup();
				const body = { error: 'bad request' };
				await at.sandbox.control.faults({ status: { path: '/groups', code: 400, body } });
				expect(await failureOf(call(at.client.groups, id))).toMatchObject({
					status: 400,
					title: 'bad request',
					effect: 'fix-request',
				});
			});

			it('with a wrong key: 401', async () => {
				expect(await failureOf(call(at.stranger.groups, '1'))).toMatchObject({
					status: 401,
					title: 'invalid API key',
					effect: 'account-stop',
				});
			});

			it('of no group is not asked', async () => {
				expect(await problemsOf(call(at.client.groups, ' '))).toEqual([
					{ path: ['group_id'], message: 'is empty' },
				]);
			});
		});

		it('were not deleted, changed or left where a 200 says so: an error', async () => {
			const { id } = await addGroup({ participants: [CUSTOMER] });
			const { groups } = at.client;
			await at.sandbox.control.faults({ status: { code: 200, body: { success: false } } });
			const calls = [
				() => groups.delete(id),
				() => groups.update(id, { subject: 'x' }),
				() => groups.removeParticipants(id, [CUSTOMER]),
			];
			for (const call of calls)
				expect(await failureOf(call())).toMatchObject({ name: 'GatewayError', status: 200 });
		});

		it('are neither listed nor created with a wrong key: 401', async () => {
			expect((await failureOf(at.stranger.groups.list())).status).toBe(401);
			expect((await failureOf(at.stranger.groups.create({ subject: 'x' }))).status).toBe(401);
		});

		it("answer with the platform's own error where the gateway hands it on", async () => {
			const error = { message: 'm', code: 131208, title: 'Too fast', error_data: { details: 'Wait' } };
			await at.sandbox.control.faults({ status: { code: 429, body: { error } } });
			expect(await failureOf(at.client.groups.list())).toMatchObject({
				status: 429,
				code: 131208,
				title: 'Too fast',
				details: 'Wait',
				effect: 'slow-number',
			});
		});
	});
});
