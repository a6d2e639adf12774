import { INTENT, listed, NOW, OFFER, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { ACCOUNT, CHANNEL, CUSTOMER, HOUR, MINUTE, SECOND, templateStatus } from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const decideAt = (at: number) => {
	scene.clock.now = at;
	return scene.engine.decide({ ...INTENT, freeform: false });
};

const SENDABLE = ['template', 'template'];
const HELD = ['hold', 'template-in-review'];
const UNUSABLE = ['skip', 'template-unusable'];
const PAUSED = ['hold', 'template-paused-without-end'];

/** Status in REST and in events (docs/interface.md, Template status), and the display statuses of the interface. */
const STATUSES: Array<[status: string, result: string[]]> = [
	['APPROVED', SENDABLE],
	['ARCHIVED', UNUSABLE],
	['DELETED', UNUSABLE],
	['DISABLED', UNUSABLE],
	['IN_APPEAL', HELD],
	['LIMIT_EXCEEDED', HELD],
	['PAUSED', PAUSED],
	['PENDING', HELD],
	['PENDING_DELETION', UNUSABLE],
	['REJECTED', UNUSABLE],
	['FLAGGED', SENDABLE],
	['LOCKED', UNUSABLE],
	['REINSTATED', SENDABLE],
	['UNARCHIVED', SENDABLE],
	['submitted', HELD],
	['In-Review', HELD],
	['Active - Quality pending', SENDABLE],
	['Active - High Quality', SENDABLE],
	['Active - Medium Quality', SENDABLE],
	['Active - Low Quality', SENDABLE],
	['Paused', PAUSED],
	['Disabled', UNUSABLE],
	['Rejected', UNUSABLE],
	['Appeal Requested', HELD],
	['A_STATUS_OF_TOMORROW', HELD],
];

describe('only templates with an Active status can be sent', () => {
	it.each(STATUSES)('listed as %s', async (status, [action, rule]) => {
		await scene.engine.record(listed(status));
		expect(await decideAt(NOW)).toMatchObject({ action, rule });
	});

	it.each(STATUSES)('listed as %s, in lower case', async (status, [action, rule]) => {
		await scene.engine.record(listed(status.toLowerCase()));
		expect(await decideAt(NOW)).toMatchObject({ action, rule });
	});

	const WITHOUT_TITLE = { PAUSED: ['hold', 'template-paused'], Paused: ['hold', 'template-paused'] };
	it.each(STATUSES)('told by an event as %s', async (status, result) => {
		await scene.receive(templateStatus({ at: NOW, event: status }));
		const [action, rule] = WITHOUT_TITLE[status as 'PAUSED'] ?? result;
		expect(await decideAt(NOW)).toMatchObject({ action, rule });
	});

	it('nothing known → hold, to be learned first', async () => {
		const decision = await decideAt(NOW);
		expect(decision).toMatchObject({ action: 'hold', rule: 'template-never-seen' });
		expect(decision).not.toHaveProperty('retryAt');
	});

	it('looked for and not listed → absent, skip', async () => {
		await scene.engine.record({
			kind: 'templates-listed',
			channel: CHANNEL,
			templates: [],
			lookedFor: OFFER,
		});
		const decision = await decideAt(NOW);
		expect(decision).toMatchObject({ action: 'skip', facts: { templateState: 'absent' } });
		expect(decision.reason).toContain('offer (en_US)');
	});

	it('another language of the same name does not make it known', async () => {
		await scene.receive(templateStatus({ at: NOW, event: 'APPROVED', language: 'de' }));
		expect(await decideAt(NOW)).toMatchObject({ rule: 'template-never-seen' });
	});

	it('the event’s reason stands in the decision’s', async () => {
		await scene.receive(templateStatus({ at: NOW, event: 'REJECTED', reason: 'INCORRECT_CATEGORY' }));
		expect((await decideAt(NOW)).reason).toBe(
			"The template offer (en_US) can't be sent. Its state is rejected (reason: INCORRECT_CATEGORY, as its text doesn't fit its category).",
		);
	});

	it('one that isn’t known stands there as it came', async () => {
		await scene.receive(templateStatus({ at: NOW, event: 'REJECTED', reason: 'SOMETHING_NEW' }));
		expect((await decideAt(NOW)).reason).toContain('Its state is rejected (reason: SOMETHING_NEW).');
	});

	it('an edited template is in review again, and sendable when it is approved again', async () => {
		await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
		await scene.engine.record({ kind: 'template-edited', channel: CHANNEL, at: NOW, template: OFFER });
		expect(await decideAt(NOW)).toMatchObject({ rule: 'template-in-review' });
		await scene.receive(templateStatus({ at: NOW + MINUTE, event: 'APPROVED' }));
		expect(await decideAt(NOW + MINUTE)).toMatchObject({ rule: 'template' });
	});

	it('a deleted template cannot be sent', async () => {
		await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
		await scene.engine.record({ kind: 'template-deleted', channel: CHANNEL, at: NOW, template: OFFER });
		expect(await decideAt(NOW)).toMatchObject({
			rule: 'template-unusable',
			facts: { templateState: 'deleted' },
		});
	});

	it('the event of a second tells what came after the list was read in that second', async () => {
		await scene.engine.record(listed('PENDING', { at: NOW + 500 }));
		await scene.receive(templateStatus({ at: NOW, event: 'APPROVED' }));
		expect(await decideAt(NOW + SECOND)).toMatchObject({ rule: 'template' });
	});

	it.each([
		['the second after the first', 'PENDING', 'APPROVED', 'template'],
		['the second after the first', 'APPROVED', 'PAUSED', 'template-paused-without-end'],
	])('of two lists in one second the later counts: %s', async (_, first, second, rule) => {
		await scene.engine.record(listed(first, { at: NOW + 100 }));
		await scene.engine.record(listed(second, { at: NOW + 900 }));
		await scene.engine.record(listed(first, { at: NOW + 100 }));
		expect(await decideAt(NOW + SECOND)).toMatchObject({ rule });
	});
});

describe('a refusal updates the template', () => {
	const refusedWith = (error: { code?: number; title?: string }, template = OFFER) =>
		scene.engine.record({ kind: 'refused', channel: CHANNEL, to: CUSTOMER, template, error });
	const refused = (code: number, template = OFFER) => refusedWith({ code }, template);

	it.each([
		[132015, 'hold', 'template-paused-without-end'],
		[132016, 'skip', 'template-unusable'],
		[132001, 'skip', 'template-unusable'],
		[132000, 'template', 'template'],
		[131026, 'template', 'template'],
	])('code %d → %s by %s', async (code, action, rule) => {
		await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
		await refused(code);
		expect(await decideAt(NOW)).toMatchObject({ action, rule });
	});

	it.each([
		['Template is paused', 'hold', 'template-paused-without-end'],
		['The template has been disabled', 'skip', 'template-unusable'],
		['This channel has been disabled', 'template', 'template'],
	])('no code is shown for that: %j → %s by %s', async (title, action, rule) => {
		await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
		await refusedWith({ title });
		expect(await decideAt(NOW)).toMatchObject({ action, rule });
	});

	// Twenty times, because the ids decide between equals.
	it.each([
		['PENDING', 'template-in-review'],
		['APPROVED', 'template'],
	])('a list of the same second that says %s beats a refusal as unknown', async (status, rule) => {
		for (let time = 0; time < 20; time++) {
			const at = NOW + 2 * time * SECOND;
			await scene.engine.record(listed('APPROVED', { at: at - SECOND }));
			await scene.engine.record({
				kind: 'refused',
				channel: CHANNEL,
				to: CUSTOMER,
				template: OFFER,
				at,
				error: { code: 132001 },
			});
			await scene.engine.record(listed(status, { at }));
			expect(await decideAt(at)).toMatchObject({ rule });
		}
	});

	it('however the language was spelt in the intent', async () => {
		await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
		await refused(132016, { name: 'offer', language: 'en-US' });
		expect(await decideAt(NOW)).toMatchObject({ rule: 'template-unusable' });
	});

	it('a refusal in the same second as the list before it counts', async () => {
		await scene.engine.record(listed('APPROVED', { at: NOW + 100 }));
		scene.clock.now = NOW + 200;
		await refused(132015);
		expect(await decideAt(NOW + 300)).toMatchObject({ rule: 'template-paused-without-end' });
	});
});

describe('a template belongs to an account', () => {
	const decide = (intent: object = {}) => scene.engine.decide({ ...INTENT, freeform: false, ...intent });
	const approvedAt = (account: string) => templateStatus({ at: NOW, event: 'APPROVED', account });

	it('the intent’s', async () => {
		await scene.receive(approvedAt('one'));
		expect((await decide({ account: 'one' })).rule).toBe('template');
		expect((await decide({ account: 'two' })).rule).toBe('template-never-seen');
	});

	it('else the one learned for the channel', async () => {
		await scene.receive(approvedAt('one'), templateStatus({ at: NOW, event: 'REJECTED', account: 'two' }));
		await scene.engine.ingest([
			{ kind: 'unknown', id: 'learn', at: NOW, account: 'two', channel: CHANNEL, raw: {} },
		]);
		expect((await decide()).rule).toBe('template-unusable');
	});

	it('else the only one that has this name and language', async () => {
		await scene.receive(approvedAt('one'));
		expect((await decide()).rule).toBe('template');
	});

	it('else, with several that have it, it counts as never seen', async () => {
		await scene.receive(approvedAt('one'), approvedAt('two'));
		expect((await decide()).rule).toBe('template-never-seen');
	});

	it('the intent’s goes before the learned one', async () => {
		await scene.engine.ingest([
			{ kind: 'unknown', id: 'learn', at: NOW, account: 'two', channel: CHANNEL, raw: {} },
		]);
		await scene.receive(approvedAt('one'));
		expect((await decide()).rule).toBe('template-never-seen');
		expect((await decide({ account: 'one' })).rule).toBe('template');
	});

	it('an account with the channel’s own id counts its pauses once', async () => {
		await scene.receive(templateStatus({ at: NOW, event: 'PAUSED', account: CHANNEL }));
		expect((await decide({ account: CHANNEL })).retryAt).toBe(NOW + 3 * HOUR);
	});

	it('what the list said of the number and what events said of the account are one template', async () => {
		await scene.engine.record(listed('PENDING', { at: NOW }));
		await scene.receive(templateStatus({ at: NOW + MINUTE, event: 'APPROVED', account: ACCOUNT }));
		expect((await decide()).rule).toBe('template');
	});
});
