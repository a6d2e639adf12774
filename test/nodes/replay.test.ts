import { createEngine, parseWebhook } from '../../engine';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { setPrices } from '../../nodes/BusinessMessaging/money/set-prices.operation';
import { replay } from '../../nodes/BusinessMessaging/policy/replay.operation';
import { save } from '../../nodes/BusinessMessaging/policy/save.operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { CHANNEL, delivery } from '../support/wire';
import { forgetStore } from './support/forget-store';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(forgetStore);
afterAll(() => sandbox.close());

const replayed = (form: object) => runOperation(sandbox, replay, { policyName: 'strict', ...form });

describe('Replay', () => {
	it('says what a policy would have decided otherwise, for the number of the credential', async () => {
		const none = await replayed({});
		expect(none.items).toMatchObject([{ sentence: 'No decision of that time is kept.', decisions: 0 }]);
		await runOperation(sandbox, sendAuto, { to: '491704440000', text: 'Hello', freeformType: 'text' });
		const { items, hints } = await replayed({});
		expect(items).toMatchObject([
			{ policy: 'strict', policyVersion: 8, decisions: 1, same: 1, differ: 0, changes: [] },
		]);
		expect(hints).toEqual([
			'None of 1 decisions differs with the policy strict (version 8), which made all of them.',
		]);
		const twice = await runOperation(sandbox, replay, { policyName: 'strict' }, { policyName: 'strict' });
		expect(twice.items).toHaveLength(2);
		expect(twice.hints[0]).toMatch(
			/^<b>None of 1 decisions .*<\/b><br>This ran 2 times for the same policy, /,
		);
	});

	it('fails for a campaign that the number doesn’t have', async () => {
		expect(await failureOf(replayed({ spendingCampaign: 'sprung' }))).toMatchObject({
			message: expect.stringMatching(/^The campaign "sprung" doesn't exist for the number \d+\./),
		});
	});

	it('lists each customer in a file, if it is asked to', async () => {
		await runOperation(sandbox, sendAuto, { to: '491704440001', text: 'Hello', freeformType: 'text' });
		const rule = {
			name: 'wait, always',
			conditions: { all: [{ fact: 'window', operator: 'equal', value: 'closed' }] },
			event: { type: 'hold', params: { reason: 'Wait.' } },
		};
		const document = JSON.stringify({ name: 'waiting', version: 1, rules: [rule] });
		await runOperation(sandbox, save, { definitionInput: 'json', document });
		const files = async (form: object) => (await replayed({ policyName: 'waiting', ...form })).binaries;
		expect(await files({})).toEqual([undefined]);
		const [binary] = await files({ customersFile: true });
		const [head, ...rows] = Buffer.from(binary!.customers!.data, 'base64').toString().split('\n');
		expect(head).toBe(
			'at,channel,customer,key,before,rule before,after,rule after,until,cost at most,currency,name',
		);
		expect(rows).toContainEqual(
			expect.stringMatching(/^[^,]+Z,\d+,491704440001,[^,]+,skip,no-template,hold,"wait, always",,,,$/),
		);
	});

	const credential = { phoneNumberId: CHANNEL, accountId: 'priced' };
	const priced = {
		pricesInput: 'csv',
		pricesCsv: 'Market,Service,Marketing\nGermany,0.04,0.11',
		currency: 'EUR',
		accountTimeZone: 'Europe/Berlin',
		pricesFrom: '2026-01-01',
		credential,
	};
	const mia = { to: '491704440002', text: 'Hello', freeformType: 'text', credential };

	/** Mia writes, so that freeform is allowed. */
	async function miaWrites(): Promise<void> {
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const at = Date.now();
		const timestamp = String(Math.floor(at / 1_000));
		const wrote = { from: '491704440002', id: 'wrote', timestamp, type: 'text', text: { body: 'Hello' } };
		const contacts = [{ profile: { name: 'Mia' }, wa_id: '491704440002' }];
		const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
		const body = delivery('messages', { metadata, contacts, messages: [wrote] });
		await engine.ingest(parseWebhook(body, at));
		await sandbox.control.customerWrites({ from: '491704440002', text: 'Hello' });
	}

	/** A policy that sends nothing in an open window. */
	async function saves(policyName: string, type: 'hold' | 'skip'): Promise<void> {
		const conditions = { all: [{ fact: 'window', operator: 'equal', value: 'open' }] };
		const never = { name: 'never', conditions, event: { type, params: { reason: 'No.' } } };
		const document = JSON.stringify({ name: policyName, version: 1, rules: [never] });
		await runOperation(sandbox, save, { definitionInput: 'json', document });
	}

	it('says each way in a line, with what its messages cost at most, and whom it was about', async () => {
		await runOperation(sandbox, setPrices, priced);
		await miaWrites();
		await runOperation(sandbox, sendAuto, mia);
		await saves('silent', 'skip');
		const { items, hints } = await replayed({ policyName: 'silent', credential });
		expect(hints[0]).toMatch(
			/^<b>\d of \d decisions differ with the policy silent \(version 1\): 1 fewer message would have gone out, at most EUR 0\.04 less\.<\/b><br>.*1 skipped \(rule never\) instead of sent as freeform \(rule [^)]+\), at most EUR 0\.04<br>Each decision is judged alone/,
		);
		expect(items[0]!.changes).toContainEqual(
			expect.objectContaining({
				cost: { currency: 'EUR', amount: 0.04, unknown: 0 },
				examples: [expect.objectContaining({ contact: '491704440002', contactName: 'Mia' })],
			}),
		);
	});

	it('knows the cost of what was decided before prices were set', async () => {
		await miaWrites();
		await runOperation(sandbox, sendAuto, mia);
		await saves('silent', 'skip');
		const unpriced = await replayed({ policyName: 'silent', credential });
		expect(unpriced.hints[0]).toContain(
			": 1 fewer message would have gone out.</b><br>1 skipped (rule never) instead of sent as freeform (rule window-open)<br>Nobody knows what these messages cost: set the account's prices.<br>",
		);
		await runOperation(sandbox, setPrices, priced);
		await runOperation(sandbox, sendAuto, mia);
		const { items, hints } = await replayed({ policyName: 'silent', credential });
		expect(hints[0]).toContain(': 2 fewer messages would have gone out, at most EUR 0.08 less.</b><br>');
		expect(hints[0]).not.toContain('Nobody knows');
		expect(items[0]!.changes).toContainEqual(
			expect.objectContaining({ cost: { currency: 'EUR', amount: 0.08, unknown: 0 } }),
		);
	});

	it('says of how many messages the cost isn’t known, because their market has no price', async () => {
		await miaWrites();
		await runOperation(sandbox, sendAuto, mia);
		await runOperation(sandbox, setPrices, { ...priced, pricesCsv: 'Market,Service\nFrance,0.04' });
		await saves('silent', 'skip');
		const { items, hints } = await replayed({ policyName: 'silent', credential });
		expect(hints[0]).toContain(
			': 1 fewer message would have gone out, of unknown cost.</b><br>1 skipped (rule never) instead of sent as freeform (rule window-open), of unknown cost<br>',
		);
		expect(items[0]!.changes).toContainEqual(
			expect.objectContaining({ cost: { currency: 'EUR', amount: 0, unknown: 1 } }),
		);
	});

	it('says nothing of the cost if the message goes out with neither', async () => {
		await runOperation(sandbox, setPrices, priced);
		await miaWrites();
		await saves('silent', 'skip');
		await runOperation(sandbox, sendAuto, { ...mia, options: { policy: 'silent' } });
		await saves('waiting', 'hold');
		const { items, hints } = await replayed({ policyName: 'waiting', credential });
		expect(hints[0]).toContain(
			': as many messages would have gone out.</b><br>1 held (rule never) instead of skipped (rule never)<br>',
		);
		expect(items[0]!.changes).not.toContainEqual(expect.objectContaining({ cost: expect.anything() }));
	});

	it('looks at what was decided since a time', async () => {
		const { items } = await replayed({ since: '2999-01-01T00:00:00Z' });
		expect(items).toMatchObject([{ decisions: 0 }]);
	});

	it('says that a policy does not exist', async () => {
		const { message } = await failureOf(replayed({ policyName: 'gone' }));
		expect(message).toMatch(/The policy "gone" doesn't exist/);
	});
});
