import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { trace } from '../../nodes/BusinessMessaging/message/by-id.operations';
import { webhook } from '../../nodes/BusinessMessaging/webhook';
import { getSpending } from '../../nodes/BusinessMessaging/money/get-spending.operation';
import { readCredentials } from '../../nodes/shared/credential';
import { failureOf, runOperation } from './support/run-operation';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';

const getWebhook = webhook.operations.find(({ value }) => value === 'get')!;
const ADA = '491701234567';

const FIRST = { profile: 'gateway', baseUrl: 'https://gateway.example.com', apiKey: 'a', phoneNumberId: '1' };
const reading = (moreNumbers: unknown) => () => readCredentials({ ...FIRST, moreNumbers } as never);

describe('More Numbers of a credential', () => {
	it('has the key and the secrets of each number by its ID, and everything else is the same for all', () => {
		const more = { 2: { apiKey: 'b', signingSecret: 'old, new' }, 3: { apiKey: 'c', accountId: 7 } };
		const [one, two, three] = reading(JSON.stringify(more))();
		expect(one).toMatchObject({ channel: '1', apiKey: 'a' });
		expect(two).toMatchObject({ channel: '2', apiKey: 'b', signingSecrets: ['old', 'new'] });
		expect(three).toMatchObject({ channel: '3', apiKey: 'c', signingSecrets: [], account: '7' });
		expect(three!.baseUrl).toBe(FIRST.baseUrl);
	});

	it('can be empty', () => {
		for (const nothing of ['', ' ', '{}', undefined, {}]) expect(reading(nothing)()).toHaveLength(1);
	});

	it('names everything that is wrong with it at once, by number', () => {
		const more = {
			'+49 170': { apiKey: 'b' },
			1: { apiKey: 'b' },
			4: { apiKey: ' ' },
			5: { apiKey: 'b', secret: 'c' },
			6: 'key',
			7: { apiKey: ['b'] },
		};
		const read = reading(JSON.stringify(more));
		expect(read).toThrow('More Numbers has "+49 170", which isn\'t an ID. Enter the ID of the phone number');
		expect(read).toThrow('More Numbers has 1 again, which is in Phone Number ID already.');
		expect(read).toThrow('More Numbers has no apiKey for 4. Copy it from your provider.');
		expect(read).toThrow(
			"More Numbers has secret for 5, which it doesn't know. It takes apiKey, signingSecret, accountId.",
		);
		expect(read).toThrow('More Numbers has no object for 6. Enter its apiKey and signingSecret there.');
		expect(read).toThrow('More Numbers has something else than a text for 7: apiKey.');
	});

	it('is refused if a number is there twice, or if JSON lost digits of a key', () => {
		expect(reading('{ "8": { "apiKey": "a" }, " 8": { "apiKey": "b" } }')).toThrow(
			'More Numbers has 8 twice.',
		);
		const read = reading('{ "9": { "apiKey": 12345678901234567890 } }');
		expect(read).toThrow(
			'More Numbers has something else than a text for 9: apiKey. Write a long number in quotes',
		);
	});

	it("is refused if it isn't JSON, with what to enter", () => {
		expect(reading('2: key')).toThrow(
			/More Numbers isn't valid JSON: .*Enter an object with the phone number ID/,
		);
		expect(reading('["2"]')).toThrow("More Numbers isn't an object. Enter an object");
	});
});

describe('a credential with three numbers', () => {
	let several: SeveralNumbers;
	let ids: string[];
	beforeEach(async () => {
		several = await startSeveralNumbers(3);
		ids = several.sandboxes.map(({ phoneNumberId }) => phoneNumberId);
		for (const { control } of several.sandboxes) await control.customerWrites({ from: ADA, text: 'Hi' });
	});
	afterEach(() => several.close());

	const run = (operation: typeof sendText, ...forms: Array<Record<string, unknown>>) =>
		runOperation(
			several.sandboxes[0]!,
			operation,
			...forms.map((form) => ({
				...form,
				credential: { ...several.credential.data, store: 'sqlite::memory:' },
			})),
		);
	const sentFrom = () => several.sandboxes.map(({ control }) => control.sent().length);
	const hello = { to: ADA, text: 'Hello' };

	it('sends from the number that the item of a trigger came in on', async () => {
		const { items } = await run(
			sendText,
			{ ...hello, item: { eventId: 'a', channel: ids[2] } },
			{ ...hello, text: 'Hello again', item: { eventId: 'b', channel: ids[1] } },
			{ ...hello, text: 'And again', item: { eventId: 'c', channel: ids[2] } },
		);
		expect(items.map(({ sent }) => sent)).toEqual([true, true, true]);
		expect(sentFrom()).toEqual([0, 1, 2]);
	});

	it('sends from the number of From Number, also if the event came in on another', async () => {
		await run(sendText, { ...hello, fromNumber: ids[0], item: { eventId: 'a', channel: ids[2] } });
		expect(sentFrom()).toEqual([1, 0, 0]);
	});

	it('sends nothing if nothing says from which number, and lists them', async () => {
		const { message } = await failureOf(run(sendText, { ...hello, fromNumber: ids[1] }, hello));
		expect(message).toBe(
			`From Number is empty, and nothing else says which number this is for. The credential has these: ${ids.join(', ')}. Choose one of them in From Number.`,
		);
		expect(sentFrom()).toEqual([0, 0, 0]);
	});

	it('refuses a number that the credential has not, of From Number and of an event', async () => {
		const chosen = await failureOf(run(sendText, { ...hello, fromNumber: '77' }));
		expect(chosen.message).toContain("From Number is 77, which isn't a number of the credential.");
		const came = await failureOf(run(sendText, { ...hello, item: { eventId: 'a', channel: '77' } }));
		expect(came.message).toContain("The event came in on 77, which isn't a number of the credential.");
		expect(sentFrom()).toEqual([0, 0, 0]);
	});

	it('fails only the items that are for no number if the node continues after errors', async () => {
		const { items } = await run(
			sendText,
			{ ...hello, fromNumber: '', goesOn: true },
			{ ...hello, fromNumber: ids[1] },
		);
		expect(items[0]!.error).toMatchObject({ title: expect.stringContaining('From Number is empty') });
		expect(items[1]).toMatchObject({ sent: true });
		expect(sentFrom()).toEqual([0, 1, 0]);
	});

	it('asks the policy that is chosen for each number', async () => {
		const of = (index: number, policy: string) => ({
			...hello,
			freeformType: 'text',
			fromNumber: ids[index],
			options: { policy },
		});
		const { items } = await run(sendAuto, of(0, 'strict'), of(1, 'platform'));
		expect(items.map(({ policy }) => policy)).toEqual(['strict', 'platform']);
	});

	it('traces a message without From Number, as only one number knows it', async () => {
		const { items } = await run(sendText, { ...hello, fromNumber: ids[1] });
		const found = await run(trace, { messageId: items[0]!.messageId });
		expect(found.items.length).toBeGreaterThan(0);
		const none = await failureOf(run(trace, { messageId: 'wamid.nobody' }));
		expect(none.message).toContain('No number of the credential has this message.');
	});

	it('returns something of each number where an operation is about all, and of one if it is chosen', async () => {
		const all = await run(getSpending, { spendingFrom: '2020-01-01' });
		expect(all.items.every(({ channel }) => ids.includes(String(channel)))).toBe(true);
		const webhooks = await run(getWebhook, {});
		expect(webhooks.items.map(({ channel }) => channel)).toEqual(ids);
		expect((await run(getWebhook, { fromNumber: ids[2] })).items).toMatchObject([{ channel: ids[2] }]);
	});
});

it('a credential with one number sends from it, whatever the event or the form leaves out', async () => {
	const several = await startSeveralNumbers(1);
	const [sandbox] = several.sandboxes;
	await sandbox!.control.customerWrites({ from: ADA, text: 'Hi' });
	for (const item of [{}, { channel: 'email' }, { eventId: 'a', channel: '77' }]) {
		const { items } = await runOperation(sandbox!, sendText, { to: ADA, text: 'Hello', item });
		expect(items).toMatchObject([{ sent: true }]);
	}
	const other = await failureOf(
		runOperation(sandbox!, sendText, { to: ADA, text: 'Hello', fromNumber: '77' }),
	);
	expect(other.message).toContain("From Number is 77, which isn't a number of the credential.");
	await several.close();
});
