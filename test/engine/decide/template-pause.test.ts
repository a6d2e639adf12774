import { INTENT, listed, NOW, OFFER, openEngineScene, type EngineScene } from '../../support/engine-scene';
import {
	ACCOUNT,
	CHANNEL,
	CUSTOMER,
	HOUR,
	MINUTE,
	SECOND,
	templateQuality,
	templateStatus,
} from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { at: NOW - HOUR }));
});
afterEach(() => scene.close());

const decideAt = (at: number) => {
	scene.clock.now = at;
	return scene.engine.decide({ ...INTENT, freeform: false });
};

/** Takes an event in when it happens. */
async function happens(at: number, event: string, title?: string) {
	scene.clock.now = Math.max(scene.clock.now, at);
	await scene.receive(templateStatus({ at, event, title }));
}

const confirmedPaused = async (at: number) => {
	scene.clock.now = at;
	const error = { code: 132015, title: 'Template is paused' };
	await scene.engine.record({ kind: 'refused', channel: CHANNEL, to: CUSTOMER, template: OFFER, at, error });
};

describe('a quality pause ends by itself: after 3 hours the first time, after 6 hours the second', () => {
	it.each([
		['first, at once', 'FIRST_PAUSE', 0, 3 * HOUR],
		['first, 3 h − 1 ms', 'FIRST_PAUSE', 3 * HOUR - 1, 3 * HOUR],
		['first, exactly 3 h', 'FIRST_PAUSE', 3 * HOUR, undefined],
		['first, 3 h + 1 ms', 'FIRST_PAUSE', 3 * HOUR + 1, undefined],
		['second, 3 h', 'SECOND_PAUSE', 3 * HOUR, 6 * HOUR],
		['second, 6 h − 1 ms', 'SECOND_PAUSE', 6 * HOUR - 1, 6 * HOUR],
		['second, exactly 6 h', 'SECOND_PAUSE', 6 * HOUR, undefined],
		['second, 6 h + 1 ms', 'SECOND_PAUSE', 6 * HOUR + 1, undefined],
	])('%s', async (_, title, after, length) => {
		await happens(NOW, 'PAUSED', title);
		const decision = await decideAt(NOW + after);
		expect(decision.rule).toBe(length === undefined ? 'template' : 'template-paused');
		expect(decision.retryAt).toBe(length && NOW + length);
	});

	it.each([
		['the first of a history is 3 hours long', 1, 3 * HOUR],
		['the second, after a reactivation, is 6 hours long', 2, 6 * HOUR],
		['a third has no known end: the interface disables then', 3, undefined],
	])('without a title, %s', async (_, times, length) => {
		let at = NOW;
		for (let time = 1; time < times; time += 1) {
			await happens(at, 'PAUSED');
			await happens(at + 8 * HOUR, 'APPROVED');
			at += 10 * HOUR;
		}
		await happens(at, 'PAUSED');
		const decision = await decideAt(at);
		expect(decision.rule).toBe(length === undefined ? 'template-paused-without-end' : 'template-paused');
		expect(decision.retryAt).toBe(length && at + length);
	});

	it('a title tells the second pause even when we saw no first', async () => {
		await happens(NOW, 'PAUSED', 'SECOND_PAUSE');
		expect((await decideAt(NOW)).retryAt).toBe(NOW + 6 * HOUR);
	});
});

describe('a pause by pacing has no end', () => {
	beforeEach(() => happens(NOW, 'PAUSED', 'RATE_LIMITING_PAUSE'));

	it.each([
		['at once', 0],
		['after 6 hours', 6 * HOUR],
		['after 30 days', 30 * 24 * HOUR],
	])('%s it holds, without a retryAt', async (_, after) => {
		const decision = await decideAt(NOW + after);
		expect(decision).toMatchObject({ action: 'hold', rule: 'template-paused-without-end' });
		expect(decision).not.toHaveProperty('retryAt');
	});

	it('it ends when someone unpauses the template', async () => {
		await happens(NOW + HOUR, 'APPROVED', 'UNPAUSE');
		expect((await decideAt(NOW + HOUR)).rule).toBe('template');
	});

	it('it does not count as a quality pause: the next one without a title is the first', async () => {
		await happens(NOW + HOUR, 'APPROVED', 'UNPAUSE');
		await happens(NOW + 2 * HOUR, 'PAUSED');
		expect((await decideAt(NOW + 2 * HOUR)).retryAt).toBe(NOW + 5 * HOUR);
	});
});

describe('an appeal against a pause that is unchanged continues the same pause', () => {
	const appealed = async (pausedAs: string | undefined, decidedAfter: number, title?: string) => {
		await happens(NOW, 'PAUSED', pausedAs);
		await happens(NOW + HOUR, 'IN_APPEAL');
		await happens(NOW + decidedAfter, 'PAUSED', title);
	};

	it.each([
		['its end stays', 'FIRST_PAUSE', undefined],
		['its end stays if no event has a title', undefined, undefined],
		['its end stays if the title is told again', 'FIRST_PAUSE', 'FIRST_PAUSE'],
	])('%s', async (_, pausedAs, title) => {
		await appealed(pausedAs, 2 * HOUR, title);
		expect((await decideAt(NOW + 2 * HOUR)).retryAt).toBe(NOW + 3 * HOUR);
		expect((await decideAt(NOW + 3 * HOUR)).rule).toBe('template');
	});

	it('its count stays: the next pause without a title is the second', async () => {
		await appealed(undefined, 2 * HOUR);
		await happens(NOW + 3 * HOUR, 'APPROVED');
		await happens(NOW + 10 * HOUR, 'PAUSED');
		expect((await decideAt(NOW + 10 * HOUR)).retryAt).toBe(NOW + 16 * HOUR);
	});

	it('that is decided after its end has no known end until the gateway tells it', async () => {
		await appealed('FIRST_PAUSE', 30 * HOUR);
		expect((await decideAt(NOW + 30 * HOUR)).rule).toBe('template-paused-without-end');
		await happens(NOW + 31 * HOUR, 'APPROVED', 'UNPAUSE');
		expect((await decideAt(NOW + 31 * HOUR)).rule).toBe('template');
	});

	it('by pacing, it still has no end', async () => {
		await appealed('RATE_LIMITING_PAUSE', 2 * HOUR);
		expect(await decideAt(NOW + 2 * HOUR)).not.toHaveProperty('retryAt');
	});

	it('but another pause is one of its own: its title tells it', async () => {
		await appealed('FIRST_PAUSE', 2 * HOUR, 'SECOND_PAUSE');
		expect((await decideAt(NOW + 2 * HOUR)).retryAt).toBe(NOW + 8 * HOUR);
	});

	it('but a pause that had ended before the appeal is over: the next one is the second', async () => {
		await happens(NOW, 'PAUSED', 'FIRST_PAUSE');
		await happens(NOW + 4 * HOUR, 'IN_APPEAL');
		await happens(NOW + 30 * HOUR, 'PAUSED');
		expect((await decideAt(NOW + 30 * HOUR)).retryAt).toBe(NOW + 36 * HOUR);
	});
});

describe('a pause whose time has passed counts as active, unless the gateway says later that it is not', () => {
	beforeEach(() => happens(NOW, 'PAUSED', 'FIRST_PAUSE'));

	it('the gateway confirms the pause before its end: it ends as announced', async () => {
		await confirmedPaused(NOW + HOUR);
		expect((await decideAt(NOW + HOUR)).retryAt).toBe(NOW + 3 * HOUR);
		expect((await decideAt(NOW + 3 * HOUR)).rule).toBe('template');
	});

	it.each([
		['1 s before its end', 3 * HOUR - SECOND, 'template'],
		['at its end', 3 * HOUR, 'template-paused-without-end'],
		['an hour after its end', 4 * HOUR, 'template-paused-without-end'],
	])('the gateway confirms the pause %s', async (_, after, rule) => {
		await confirmedPaused(NOW + after);
		const decision = await decideAt(NOW + 5 * HOUR);
		expect(decision.rule).toBe(rule);
		expect(decision).not.toHaveProperty('retryAt');
	});

	it('a reactivation ends it before its time', async () => {
		await happens(NOW + MINUTE, 'REINSTATED');
		expect((await decideAt(NOW + MINUTE)).rule).toBe('template');
	});

	it('the disabling that follows it stays', async () => {
		await happens(NOW + HOUR, 'DISABLED', 'DISABLED');
		expect((await decideAt(NOW + 4 * HOUR)).rule).toBe('template-unusable');
	});

	it('a pause of which only the list knows has no known end', async () => {
		const other = { name: 'other', language: 'en_US' };
		await scene.engine.record({
			kind: 'templates-listed',
			channel: CHANNEL,
			templates: [{ ...other, status: 'PAUSED' }],
		});
		const decision = await scene.engine.decide({ ...INTENT, freeform: false, template: other });
		expect(decision).toMatchObject({ action: 'hold', rule: 'template-paused-without-end' });
		expect(decision.reason).toContain('A pause because of low quality ends by itself');
	});
});

describe('after its pause a template is active, and its quality begins anew', () => {
	const templateAt = async (at: number) => {
		scene.clock.now = at;
		return scene.engine.template({ channel: CHANNEL, account: ACCOUNT, template: OFFER });
	};

	beforeEach(async () => {
		await scene.receive(templateQuality({ at: NOW - HOUR, quality: 'RED' }));
		await happens(NOW, 'PAUSED', 'FIRST_PAUSE');
	});

	it('while it lasts: paused, of low quality', async () => {
		expect(await templateAt(NOW + 3 * HOUR - 1)).toMatchObject({ status: 'PAUSED', quality: 'low' });
	});

	it('from its end on: active, the quality pending', async () => {
		expect(await templateAt(NOW + 3 * HOUR)).toMatchObject({ status: 'ACTIVE', quality: 'pending' });
	});

	it('what is heard of the quality after its end counts', async () => {
		scene.clock.now = NOW + 5 * HOUR;
		await scene.receive(templateQuality({ at: NOW + 4 * HOUR, quality: 'YELLOW' }));
		expect(await templateAt(NOW + 5 * HOUR)).toMatchObject({ status: 'ACTIVE', quality: 'medium' });
	});
});
