import { getState } from '../../nodes/BusinessMessaging/conversation';
import { getTimeline } from '../../nodes/BusinessMessaging/conversation/get-timeline.operation';
import { setHolder, setHumanActive } from '../../nodes/BusinessMessaging/conversation/set.operations';
import { pass, release, take } from '../../nodes/BusinessMessaging/conversation/thread-control.operations';
import { RESPONDER_ROLES } from '../../platform';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

/** The store outlives a test, so each has a customer of its own. */
let count = 0;
let customer: string;
let sandbox: Sandbox;
beforeEach(async () => {
	customer = `49170111${String((count += 1)).padStart(4, '0')}`;
	sandbox = await startSandbox();
	await sandbox.control.configure({ threadControl: 'roles' });
	await sandbox.control.setAgent(true);
	await sandbox.control.customerWrites({ from: customer });
	await sandbox.control.handOver({ contact: customer, to: 'customer_service' });
});
afterEach(() => sandbox.close());

const runOn = async (operation: typeof pass, form: object = {}) =>
	(await runOperation(sandbox, operation, { customer, ...form })).items;
const refused = (operation: typeof pass, form: object = {}) =>
	failureOf(runOperation(sandbox, operation, { customer, ...form }));

describe('Set Human Active', () => {
	const said = async (form: object) =>
		(await runOperation(sandbox, setHumanActive, { customer, ...form })).said;

	it('says what automatic messages do now', async () => {
		expect(await said({ humanActive: true })).toEqual([
			expect.stringMatching(
				/^Automatic messages to this customer wait now, if .* human-active turned on: add Human Active .*\.$/,
			),
		]);
		expect(await said({ humanActive: false })).toEqual([expect.stringMatching(/^The person is done: /)]);
	});

	it('keeps whose person is only called apart from whose person answers', async () => {
		const told = async (form: object) => {
			await runOn(setHumanActive, form);
			const entries = await runOn(getTimeline);
			return entries.flatMap(({ kind, sentence }) => (kind === 'told' ? [sentence] : []));
		};
		expect(await told({ humanActive: true, stillWaiting: true })).toEqual([
			'A workflow called someone on your team to answer.',
		]);
		expect(await told({ humanActive: true })).toEqual([
			'A workflow called someone on your team to answer.',
			'A workflow said that someone on your team is answering.',
		]);
		expect(await told({ humanActive: false, stillWaiting: true })).toEqual([
			'A workflow called someone on your team to answer.',
			'A workflow said that nobody on your team is answering any longer.',
		]);
	});

	it('says nothing if nothing was set', async () => {
		expect(await said({ customer: '', goesOn: true })).toEqual([]);
	});
});

describe('Pass', () => {
	it('passes to the escalation partner unless a role is chosen', async () => {
		expect(await runOn(pass)).toEqual([{ contact: customer, customer, action: 'pass', holder: 'other' }]);
		expect((await refused(pass, { targetRole: 'ai_agent' })).message).not.toMatch("didn't fail");
	});

	it('passes to the chosen role, which the rules know from then on', async () => {
		expect(await runOn(pass, { targetRole: 'ai_agent' })).toEqual([
			{ contact: customer, customer, action: 'pass', holder: 'agent' },
		]);
		expect(await runOn(getState)).toMatchObject([{ holder: 'agent' }]);
	});

	it('says which roles there are', async () => {
		const { message } = await refused(pass, { targetRole: 'boss' });
		expect(message).toBe(`Target Role must be one of ${RESPONDER_ROLES.join(', ')}, or empty, not "boss".`);
		expect(pass.fields?.find(({ name }) => name === 'targetRole')?.options).toHaveLength(
			RESPONDER_ROLES.length + 1,
		);
	});
});

describe('Take', () => {
	it('explains that only the escalation partner can take a conversation', async () => {
		await runOn(pass, { targetRole: 'ai_agent' });
		const { message, description } = await refused(take);
		expect(message).toMatch(/^Only the escalation partner can take a conversation\./);
		expect(description).toMatch('(#2494191)');
	});

	it('takes it if the business is the escalation partner', async () => {
		await runOn(pass, { targetRole: 'ai_agent' });
		await sandbox.control.configure({ threadRole: 'escalation' });
		expect(await runOn(take)).toEqual([{ contact: customer, customer, action: 'take', holder: 'business' }]);
	});
});

describe('Release', () => {
	it('leaves the conversation to the agent unless it is known that none answers', async () => {
		expect(await runOn(release)).toEqual([
			{ contact: customer, customer, action: 'release', holder: 'agent' },
		]);
	});
});

describe('Set Holder', () => {
	it.each(['business', 'agent', 'other', 'nobody'])('sets %s', async (holder) => {
		expect(await runOn(setHolder, { holder })).toMatchObject([{ customer, holder }]);
	});

	it('names the holders if another one is given', async () => {
		expect((await refused(setHolder, { holder: 'me' })).message).toBe(
			'Holder must be one of agent, business, nobody, other, not "me".',
		);
	});
});
