import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { openStore } from '../../store';
import { createGatewayClient } from '../../gateway';
import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { jpeg } from '../gateway/support/jpeg';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, items, line, messaging, sendAuto, trigger } from './support/workflows';

const FOREIGN = 'http://127.0.0.1:9/foreign';
const OTHER = 'http://127.0.0.1:9/other';
const [ADA, BEA, CEM] = ['491701111111', '491702222222', '491703333333'];
const CONTENT = Buffer.from('a file with words in it');

const group = (name: string, operation: string, parameters: object = {}) =>
	messaging(
		{ resource: 'group', operation, groupId: '={{ $("Create").first().json.id }}', ...parameters },
		{ name },
	);
const media = (name: string, operation: string, parameters: object = {}) =>
	messaging(
		{ resource: 'media', operation, mediaId: '={{ $("Upload").first().json.id }}', ...parameters },
		{ name, executeOnce: true },
	);
const webhook = (name: string, operation: string, parameters: object = {}) =>
	messaging({ resource: 'webhook', operation, ...parameters }, { name });
const conversation = (name: string, operation: string, parameters: object = {}) =>
	messaging({ resource: 'conversation', operation, customer: `+${ADA}`, ...parameters }, { name });

/** Gives one item with a file. */
const file = (name: string, content: Buffer, mimeType: string, fileName: string) => {
	const data = { data: content.toString('base64'), mimeType, fileName };
	const jsCode = `return [{ json: {}, binary: { data: ${JSON.stringify(data)} } }];`;
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
};

const groups = line('groups', [
	byHand,
	group('Create', 'create', { subject: 'Tea', options: { description: 'All about tea' } }),
	group('Get', 'get'),
	group('Update', 'update', { options: { subject: 'Coffee' } }),
	file('Picture', jpeg(192, 192), 'image/jpeg', 'tea.jpg'),
	group('Update Picture', 'update', { options: { picture: 'data', description: 'With a picture' } }),
	group('Get Some', 'get', { fields: ['subject', 'description'] }),
	group('Get Raw', 'get', { fields: ['creation_timestamp'], simplify: false }),
	group('Get Invite Link', 'getInviteLink'),
	group('Reset Invite Link', 'resetInviteLink'),
	group('Get One', 'getMany', { limit: 1 }),
	group('Delete', 'delete'),
	group('Get All', 'getMany', { returnAll: true }),
]);

const members = (id: string, requests: string[]) =>
	line(
		'members',
		[
			byHand,
			group('Get Join Requests', 'getJoinRequests', { groupId: id, returnAll: true }),
			items([{ requests: [requests[0], 'gone'] }, { requests: [requests[1]] }]),
			group('Approve', 'approveJoinRequests', { groupId: id, joinRequestIds: '={{ $json.requests }}' }),
			items([{ requests: `${requests[2]}, gone` }]),
			group('Reject', 'rejectJoinRequests', { groupId: id, joinRequestIds: '={{ $json.requests }}' }),
			items([
				{ users: `+${ADA}` },
				{ users: Array.from({ length: 9 }, (_each, index) => `4917011111${10 + index}`) },
			]),
			messaging(
				{
					resource: 'group',
					operation: 'removeParticipants',
					groupId: id,
					participants: '={{ $json.users }}',
				},
				{ name: 'Remove', onError: 'continueRegularOutput' },
			),
		].map((node, index) => (node.name === 'Items' ? { ...node, name: `Items ${index}` } : node)),
	);

const files = line('files', [
	byHand,
	file('File', CONTENT, 'text/plain', 'words.txt'),
	media('Upload', 'upload'),
	media('Get', 'get'),
	media('Download', 'download'),
	media('Upload Again', 'upload'),
	media('List Attachments', 'listAttachments'),
	media('Get Attachment', 'listAttachments', { options: { mid: '={{ $("Upload").first().json.id }}' } }),
	media('Delete', 'delete'),
]);

const failures = (id: string) =>
	line('failures', [
		byHand,
		items([{ id }, { id: '999' }, { id: 'abc' }, { id }]),
		messaging(
			{ resource: 'media', operation: 'get', mediaId: '={{ $json.id }}' },
			{ onError: 'continueRegularOutput' },
		),
	]);

const damaged = (id: string) =>
	line('damaged', [
		byHand,
		messaging(
			{ resource: 'media', operation: 'download', mediaId: id },
			{ onError: 'continueRegularOutput' },
		),
	]);

const webhooks = line('webhooks', [
	byHand,
	webhook('Get', 'get'),
	webhook('Set', 'set', { url: OTHER, options: { headers: '{ "Authorization": "Basic abc" }' } }),
	webhook('Check and Repair', 'checkAndRepair'),
	webhook('Check Again', 'checkAndRepair'),
	webhook('Revert', 'revert'),
	webhook('Migrate', 'migrate', { url: FOREIGN }),
	webhook('Revert Migration', 'revert'),
	webhook('Revert Twice', 'revert'),
	webhook('Check at Last', 'checkAndRepair'),
]);

const conversations = line('conversations', [
	byHand,
	conversation('Release', 'release'),
	sendAuto({ to: ADA }, { name: 'Send Auto' }),
	conversation('Take', 'take'),
]);

const passing = line('passing', [byHand, conversation('Pass', 'pass', { targetRole: 'ai_agent' })]);

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let gateway: ReturnType<typeof createGatewayClient>;
let kept: string;
let club: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	await gateway.webhook.set(FOREIGN);
	kept = (await sandbox.control.addMedia({ mimeType: 'image/png', text: 'kept' })).id;
	({ id: club } = await sandbox.control.addGroup({
		subject: 'Club',
		joinApprovalMode: 'approval_required',
		participants: [ADA],
	}));
	const requests = [];
	for (const contact of [BEA, CEM, '491704444444']) {
		requests.push((await sandbox.control.joinGroup(club, contact)).joinRequestId!);
	}
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			line('receive', [trigger('receive-hook')]),
			groups,
			members(club, requests),
			files,
			failures(kept),
			damaged(kept),
			webhooks,
			conversations,
			passing,
			readWorkflow('check-webhook'),
		],
		publish: ['receive'],
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

async function run(id: string, from = 'By hand'): Promise<Execution> {
	const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow(id, from));
	const { error } = execution.data!.resultData;
	if (error) throw new Error(`${execution.data!.resultData.lastNodeExecuted}: ${error.message}`);
	return execution;
}

const lastRun = (execution: Execution, node: string) => execution.data?.resultData.runData[node]?.at(-1);
const outputOf = (execution: Execution, node: string) => lastRun(execution, node)?.data?.main[0] ?? [];
const pairsOf = (execution: Execution, node: string) =>
	outputOf(execution, node).map(({ pairedItem }) => (pairedItem as { item: number }).item);
const reader = (execution: Execution) => (node: string) => itemsOf(execution, node);

it('a workflow creates, reads, changes, lists and deletes groups', async () => {
	const of = reader(await run('groups'));
	const id = of('Create')[0]?.id;
	expect(of('Create')).toEqual([{ id: expect.any(String), subject: 'Tea' }]);
	expect(of('Get')).toEqual([
		{
			id,
			subject: 'Tea',
			description: 'All about tea',
			joinApprovalMode: 'auto_approve',
			suspended: false,
			participantCount: 0,
			participants: [],
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		},
	]);
	expect(of('Update')).toEqual([{ groupId: id, success: true }]);
	expect(of('Update Picture')).toEqual([{ groupId: id, success: true }]);
	expect(of('Get Some')).toEqual([{ id, subject: 'Coffee', description: 'With a picture' }]);
	expect(of('Get Raw')).toEqual([
		{ id, messaging_product: 'whatsapp', creation_timestamp: expect.any(Number) },
	]);
	const [[before], [after]] = [of('Get Invite Link'), of('Reset Invite Link')];
	expect(after).toEqual({ groupId: id, inviteLink: expect.stringMatching(/^https:/) });
	expect(before?.inviteLink).not.toBe(after?.inviteLink);
	expect(of('Get One')).toEqual([{ id: club, subject: 'Club', createdAt: expect.any(String) }]);
	expect(of('Delete')).toEqual([{ groupId: id, success: true }]);
	expect(of('Get All')).toMatchObject([{ id: club }]);
});

it('a workflow decides on join requests and removes participants, each failure being an item', async () => {
	const execution = await run('members');
	const of = reader(execution);
	expect(of('Get Join Requests').map(({ contact }) => contact)).toEqual([BEA, CEM, '491704444444']);
	const failedAs = (title: string) => ({
		groupId: club,
		joinRequestId: 'gone',
		status: 'failed',
		error: {
			code: 131203,
			title,
			message: expect.any(String),
			details: 'There is no such pending join request.',
		},
	});
	expect(of('Approve')).toMatchObject([
		{ status: 'approved', error: null },
		failedAs('Unable to add participant to group'),
		{ status: 'approved' },
	]);
	expect(pairsOf(execution, 'Approve')).toEqual([0, 0, 1]);
	expect(lastRun(execution, 'Approve')?.hints).toMatchObject([
		{ message: '1 of 3 join requests failed. Each item says why.' },
	]);
	expect(of('Reject')).toMatchObject([
		{ status: 'rejected', error: null },
		failedAs('Unable to reject join request'),
	]);
	expect(of('Remove')).toMatchObject([
		{ groupId: club, participants: [`+${ADA}`], success: true },
		{ error: { title: expect.stringContaining('has 9 participants, but one request can remove at most 8') } },
	]);
	const { participants } = await gateway.groups.get(club, ['participants']);
	const userId: unknown = expect.stringMatching(/^DE\./);
	expect(participants).toEqual([
		{ wa_id: BEA, user_id: userId },
		{ wa_id: CEM, user_id: userId },
	]);
});

it('a workflow uploads, describes, downloads, lists and deletes files', async () => {
	const execution = await run('files');
	const of = reader(execution);
	const id = of('Upload')[0]?.id;
	const sha256 = createHash('sha256').update(CONTENT).digest('hex');
	const described = { id, mimeType: 'text/plain', sha256, fileSize: CONTENT.length };
	expect(of('Upload')).toEqual([
		{
			id: expect.stringMatching(/^\d+$/),
			mimeType: 'text/plain',
			fileName: 'words.txt',
			fileSize: CONTENT.length,
		},
	]);
	expect(of('Get')).toEqual([
		{ ...described, url: expect.stringMatching(/^http/), urlValidUntil: expect.stringMatching(/Z$/) },
	]);
	expect(of('Download')).toEqual(of('Get'));
	for (const node of ['Download', 'Get Attachment']) {
		const [item] = outputOf(execution, node) as Array<{ binary?: Record<string, Record<string, string>> }>;
		expect(item?.binary?.data).toMatchObject({ mimeType: 'text/plain', fileName: `${id as string}.txt` });
	}
	const again = await gateway.media.download(String(of('Upload Again')[0]?.id));
	expect(await buffer(again.content)).toEqual(CONTENT);
	expect(of('List Attachments')).toContainEqual(expect.objectContaining({ id, mime_type: 'text/plain' }));
	expect(of('Delete')).toEqual([{ id, success: true }]);
});

it('an error of the gateway becomes an item with its code, title and details, paired with its item', async () => {
	const execution = await run('failures');
	expect(pairsOf(execution, 'Messaging')).toEqual([0, 1, 2, 3]);
	expect(itemsOf(execution, 'Messaging')).toMatchObject([
		{ id: kept },
		{
			error: {
				code: 100,
				effect: 'fix-request',
				title: expect.stringContaining('Invalid parameter'),
				details: 'no media has the id 999',
			},
		},
		{ error: { code: null, effect: 'fix-request', title: expect.stringContaining('isn\'t numeric: "abc"') } },
		{ id: kept },
	]);
});

it('a file that is not the one that was described becomes an error, wherever n8n stores files', async () => {
	await sandbox.control.faults({ status: { path: '/media-files', code: 200, body: { another: 'file' } } });
	const [item] = outputOf(await run('damaged'), 'Messaging');
	await sandbox.control.faults({});
	expect(item).not.toHaveProperty('binary');
	expect(item?.json).toMatchObject({
		error: {
			title: "The downloaded file doesn't match its description",
			effect: 'retry',
			details: 'it has more than 4 bytes',
		},
	});
});

describe('the webhook of the number', () => {
	it('is looked at, set, repaired, reverted and migrated by a workflow', async () => {
		const { url: ours } = await gateway.webhook.get();
		expect(ours).toBe(`${n8n.url}/webhook/receive-hook/webhook`);
		const of = reader(await run('webhooks'));
		const workflow = 'Workflow receive';
		expect(of('Get')).toEqual([{ url: ours, ours: true, workflow }]);
		expect(of('Set')).toEqual([{ url: OTHER, replaced: ours, replacedWorkflow: workflow }]);
		expect(of('Check and Repair')).toEqual([{ state: 'repaired', url: ours, replaced: OTHER, workflow }]);
		expect(of('Check Again')).toEqual([{ state: 'right', url: ours, replaced: null, workflow }]);
		expect(of('Revert')).toEqual([{ url: OTHER, replaced: ours }]);
		expect(of('Migrate')).toEqual([
			{ url: FOREIGN, replaced: OTHER, replacedWorkflow: null, verified: true, next: expect.any(String) },
		]);
		expect(of('Revert Migration')).toEqual([{ url: OTHER, replaced: FOREIGN }]);
		expect(of('Revert Twice')).toEqual([{ url: OTHER, replaced: OTHER }]);
		expect(of('Check at Last')).toMatchObject([{ state: 'repaired', url: ours }]);
		expect((await gateway.webhook.get()).url).toBe(ours);
	});

	it("is set anew by the example workflow after n8n's public address was changed", async () => {
		const { url: ours } = await gateway.webhook.get();
		const before = ours.replace(n8n.url, 'https://former.example.com/n8n');
		const store = await openStore(`sqlite:${n8n.storeFile}`);
		const { owner } = (await store.webhooks.list(sandbox.phoneNumberId)).find(({ active }) => active)!;
		const former = { url: before, owner: owner!, active: true };
		await store.webhooks.noteOurs(sandbox.phoneNumberId, former, Date.now());
		await store.close();
		await gateway.webhook.set(before);

		const execution = await run('bmCheckWebhook', 'Every ten minutes');
		const [item] = itemsOf(execution, 'Notify someone here');
		expect(item).toMatchObject({ state: 'repaired', url: ours, replaced: before });
		expect((await gateway.webhook.get()).url).toBe(ours);
	});
});

it('a workflow releases, takes and passes a conversation, which the rules know from then on', async () => {
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.configure({ handoverOnRelease: false });
	await sandbox.control.setAgent(true);
	await sandbox.control.customerWrites({ from: ADA });
	await sandbox.control.handOver({ contact: ADA, to: 'business' });
	await sandbox.control.idle();
	await sandbox.clock.advance(60_000);

	const of = reader(await run('conversations'));
	expect(of('Release')).toEqual([{ contact: ADA, customer: ADA, action: 'release', holder: 'agent' }]);
	expect(of('Send Auto')).toMatchObject([{ action: 'hold', rule: 'agent-holds' }]);
	expect(of('Take')).toEqual([{ contact: ADA, customer: ADA, action: 'take', holder: 'business' }]);

	// The platform dates events in whole seconds: within one, its event of the take would count more than the pass.
	await sandbox.control.idle();
	await sandbox.clock.advance(60_000);
	expect(itemsOf(await run('passing'), 'Pass')).toEqual([
		{ contact: ADA, customer: ADA, action: 'pass', holder: 'agent' },
	]);
});
