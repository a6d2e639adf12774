import { lintPolicy, policies, validateTemplate } from '../../engine';
import { vipPolicy } from '../support/vip-policy';
import { createGatewayClient, GatewayError, InvalidRequest } from '../../gateway';
import { SEED } from '../support/seed';
import { BODIES, eachCase } from './support/each-case';
import { anyJson, mutated } from './support/json';
import type { Choices } from './support/random';

jest.setTimeout(600_000 + BODIES * 200);

const TEMPLATE = {
	name: 'spring_offer',
	language: 'en_US',
	category: 'MARKETING',
	components: [
		{ type: 'HEADER', format: 'TEXT', text: 'Hi {{1}}', example: { header_text: ['Ada'] } },
		{ type: 'BODY', text: 'Hello {{1}}, here is {{2}}.', example: { body_text: [['Ada', 'it']] } },
		{ type: 'FOOTER', text: 'Bye' },
		{
			type: 'BUTTONS',
			buttons: [
				{ type: 'QUICK_REPLY', text: 'Yes' },
				{ type: 'URL', text: 'Go', url: 'https://a.example/{{1}}', example: ['https://a.example/1'] },
				{ type: 'COPY_CODE', example: 'SPRING' },
			],
		},
	],
};

const ANSWERS = {
	groups: {
		data: { groups: [{ id: '1', subject: 'Tea', created_at: 1 }] },
		paging: { cursors: { after: 'a' } },
	},
	templates: {
		count: 1,
		total: 1,
		limit: 1_000,
		offset: 0,
		waba_templates: [{ ...TEMPLATE, status: 'APPROVED' }],
	},
	media: {
		id: '1',
		url: 'https://lookaside.fbsbx.com/1',
		mime_type: 'image/png',
		sha256: 'ab',
		file_size: 1,
	},
	sent: { contacts: [{ input: '491', wa_id: '491' }], messages: [{ id: 'wamid.1' }] },
	error: { error: { code: 131047, message: 'No', error_data: { details: 'closed' }, error_subcode: 1 } },
	meta: { meta: { success: false, http_code: 400, developer_message: 'No' } },
	webhook: { url: 'https://a.example' },
};

/** A document, changed, or anything at all. */
const anyDocument = (document: unknown, choices: Choices) =>
	choices.oneIn(10) ? anyJson(choices) : mutated(document, choices);

describe(`any document (FUZZ_SEED=${SEED})`, () => {
	it('that should be a policy is checked, and each problem says where and what', async () => {
		await eachCase(BODIES, (choices) => {
			const policy = choices.oneIn(2) ? policies.strict : vipPolicy({ missing: false });
			for (const { path, message, severity } of lintPolicy(anyDocument(policy, choices))) {
				expect([typeof path, message !== '', severity]).toEqual(['string', true, expect.any(String)]);
			}
		});
	});

	it('that should be a template is checked, and each violation says where and what', async () => {
		await eachCase(BODIES, (choices) => {
			for (const { path, message, rule } of validateTemplate(anyDocument(TEMPLATE, choices))) {
				expect([typeof path, message !== '', typeof rule]).toEqual(['string', true, 'string']);
			}
		});
	});

	it('that the gateway answers is a result or an error of the gateway, never anything else', async () => {
		await eachCase(BODIES, async (choices) => {
			const status = choices.pick([200, 200, 200, 201, 302, 400, 401, 404, 429, 500]);
			const body = anyDocument(choices.pick(Object.values(ANSWERS)), choices);
			const client = createGatewayClient({
				baseUrl: 'https://gateway.example.com',
				apiKey: 'a-key-of-some-length',
				transport: () => Promise.resolve({ status, headers: { date: String(anyJson(choices)) }, body }),
				runtime: {
					now: () => 0,
					monotonic: () => 0,
					random: () => 0,
					uuid: () => '',
					after: (_ms, act, kind) => (kind === 'background' ? () => {} : (act(), () => {})),
					turn: () => Promise.resolve(),
				},
			});
			const call = choices.pick<() => Promise<unknown>>([
				() => client.messages.send({ to: '491', type: 'text', text: { body: 'Hi' } }),
				() => client.messages.markAsRead('wamid.1'),
				() => client.templates.list(),
				() => client.templates.create(TEMPLATE),
				() => client.templates.edit('1', {}),
				() => client.templates.delete('a'),
				() => client.groups.list(),
				() => client.groups.get('1'),
				() => client.groups.listJoinRequests('1'),
				() => client.groups.approveJoinRequests('1', ['1']),
				() => client.groups.delete('1'),
				() => client.media.get('1'),
				() => client.webhook.get(),
				() => client.conversations.release({ to: '491' }),
			]);
			await call().catch((error: unknown) => {
				if (!(error instanceof GatewayError || error instanceof InvalidRequest)) throw error;
			});
		});
	});
});
