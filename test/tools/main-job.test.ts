import { withLocalTimes } from '../../nodes/shared/times';
import { startSandbox } from '../../sandbox';
import { openStage } from '../sending/stage';
import type { Customer } from '../../tools/main-job/customers';
import { explainThree, howToAsk } from '../../tools/main-job/explain-three';
import { faultsOf, resultOf, type Line } from '../../tools/main-job/report';
import { sendUntilDone } from '../../tools/main-job/send-until-done';

test('Send Due runs again as long as it stops before everything is sent', async () => {
	const summaries = [
		{ accepted: 42, held: 10, took: 50, ended: 'budget' },
		{ accepted: 100, held: 0, took: 50, ended: 'budget' },
		{ accepted: 86, held: 2, took: 20.5, ended: 'nothing-due' },
	];
	const total = await sendUntilDone(() => Promise.resolve(summaries.shift()!));
	expect(total).toMatchObject({ accepted: 228, held: 12, took: 120.5, ended: 'nothing-due' });
	expect(summaries).toEqual([]);
});

const ADA: Customer = {
	phone: '+49 170 1234567',
	name: 'Ada',
	product: 'tea',
	template: 't',
	lately: 'silent',
};

/** The report's line about a customer whose message is in this state. */
const lineFor = ({ state, form = '', ...customer }: { state: string; form?: string } & Partial<Customer>) =>
	({
		customer: { ...ADA, ...customer },
		state,
		form,
		rule: '',
		reason: '',
		messageId: '',
		delivery: '-',
	}) satisfies Line;

test('a customer whose message is still planned at the end is a fault', async () => {
	const sandbox = await startSandbox();
	try {
		const line = lineFor({ state: 'planned' });
		expect(faultsOf([line], sandbox)).toEqual([expect.stringContaining('+49 170 1234567 is planned')]);
		expect(faultsOf([{ ...line, state: 'held' }], sandbox)).toEqual([]);
	} finally {
		await sandbox.close();
	}
});

describe('the result', () => {
	const summary = { accepted: 1, held: 1, skipped: 0, failed: 0, unconfirmed: 0, took: 3.21 };
	const lines = [lineFor({ state: 'delivered' }), lineFor({ state: 'held' })];

	it('is one line if nothing went wrong', () => {
		expect(resultOf(lines, summary, [])).toBe(
			'A campaign for 2 customers: 1 accepted, 1 held, 0 skipped, 0 failed, 0 unconfirmed, in 3.2 s. The sandbox saw no violation of the rules.',
		);
	});

	it('has a line for everything that went wrong', () => {
		expect(resultOf(lines, summary, ['One.', 'Two.']).split('\n').slice(1)).toEqual(['One.', 'Two.']);
	});
});

describe('the three customers who are explained', () => {
	it('have different fates, and did something before if others did not', async () => {
		const stage = await openStage();
		try {
			const { sender, sandbox, intent, content, store } = stage;
			await sandbox.control.customerWrites({ from: '491701111112', text: 'Hi' });
			await sandbox.control.handOver({ contact: '491701111112', to: 'agent' });
			await stage.hear();
			await sender.send({ ...intent, to: '491701111111', template: undefined }, content);
			const { reason } = await sender.send({ ...intent, to: '491701111112' }, content);
			await sender.send({ ...intent, to: '491701111113' }, content);
			await stage.hear();
			const lines = [
				lineFor({ state: 'delivered', form: 'template', name: 'Cleo', phone: '+49 170 1111113' }),
				lineFor({ state: 'held', name: 'Abe', phone: '+49 170 1111119' }),
				lineFor({ state: 'held', name: 'Ben', phone: '+49 170 1111112', lately: 'with the agent' }),
				lineFor({ state: 'skipped', name: 'Ann', phone: '+49 170 1111111' }),
			];
			const paragraphs = await explainThree(store, sandbox.phoneNumberId, lines);
			const told = paragraphs.map((one) => one.replaceAll(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/gm, '- '));
			expect(told).toEqual([
				expect.stringMatching(
					/^Why Ann, \+49 170 1111111, got nothing:\n- Skipped by the rule no-template of the policy strict \(version 8\): .*$/,
				),
				expect.stringContaining(
					`Why Ben, +49 170 1111112, waits:\n- The customer wrote: “Hi”\n- The business agent holds the conversation from now on.\n- Held by the rule agent-holds of the policy strict (version 8): ${withLocalTimes(reason, 'UTC')}\n`,
				),
				expect.stringMatching(
					/^Why Cleo, \+49 170 1111113, got a template:\n- Allowed as a template .*\n- Sent the template hello/,
				),
			]);
		} finally {
			await stage.close();
		}
	});

	it('are fewer if a fate is nobody’s', async () => {
		const stage = await openStage();
		try {
			const { store, sandbox } = stage;
			const of = (lines: Line[]) => explainThree(store, sandbox.phoneNumberId, lines);
			expect(await of([])).toEqual([]);
			expect(
				await of([lineFor({ state: 'held' }), lineFor({ state: 'read', form: 'freeform' })]),
			).toHaveLength(1);
		} finally {
			await stage.close();
		}
	});

	it('leave the others to a command that can be copied as it is', () => {
		expect(howToAsk('/tmp/a b/store.sqlite', '+49 170 1234567')).toMatch(
			/npm run why -- "\+49 170 1234567" --store "sqlite:\/tmp\/a b\/store\.sqlite"$/,
		);
	});
});
