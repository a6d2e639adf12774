import type { DeliveryRecord, GatewayRecord, PageRecord } from '../../../sandbox/simulator/records';
import { listening, unknownWorld, updated } from '../../../sandbox/page/state/world';
import { steps } from '../../../sandbox/page/tour/steps';

const HOOK = 'http://127.0.0.1:5678/webhook/hook';
const BEGIN = { lastEntry: -1, ahead: 0, faults: {}, paused: new Set<string>() };

type Attempt = DeliveryRecord['attempts'][number];
const took = (at: number, url = HOOK): Attempt => ({ at, url, outcome: 'delivered', status: 200 });
const refused = (at: number, url = HOOK): Attempt => ({ at, url, outcome: 'refused', status: 404 });

/** What the page knows if the number delivers to `webhook`, and these attempts were made, each list for one event. */
function world(webhook: string | null, ...events: Attempt[][]) {
	const about = { field: 'messages', topic: 'message', conversations: [], about: '' };
	const put = events.map((attempts, order): [string, PageRecord] => [
		`delivery:${order}`,
		{ kind: 'delivery', id: String(order), order, ...about, attempts },
	]);
	const gateway = { kind: 'gateway', webhook, faults: {} } as GatewayRecord;
	return updated(unknownWorld, { now: 0, put: { gateway, ...Object.fromEntries(put) }, drop: [] }, 0);
}

test('before the first update, nobody knows', () => {
	expect(listening(unknownWorld)).toEqual({ state: 'unknown' });
});

test('without a webhook, nobody listens', () => {
	expect(listening(world(null, [refused(1)]))).toEqual({ state: 'nobody' });
});

test('a webhook that was set, or took the last event, is a workflow that listens', () => {
	expect(listening(world(HOOK))).toEqual({ state: 'workflow' });
	expect(listening(world(HOOK, [refused(1), took(3)], [refused(2)]))).toEqual({
		state: 'workflow',
		tookAt: 3,
	});
});

test('a webhook that didn’t take the last event doesn’t count: the workflow was unpublished', () => {
	expect(listening(world(HOOK, [took(1)], [refused(2)]))).toEqual({
		state: 'failing',
		status: 404,
		since: 2,
		isTest: false,
	});
	const silent: Attempt = { at: 3, url: HOOK, outcome: 'unreachable', status: null };
	expect(listening(world(HOOK, [took(1)], [silent]))).toEqual({
		state: 'failing',
		status: null,
		since: 3,
		isTest: false,
	});
});

test('a webhook of n8n’s tests that answers 404 was one for a test that is over', () => {
	const url = 'http://127.0.0.1:5678/webhook-test/3f/webhook';
	const failing = (status: number) => {
		const attempt: Attempt = { at: 1, url, outcome: 'refused', status };
		return listening(world(url, [attempt]));
	};
	expect(failing(404)).toMatchObject({ state: 'failing', isTest: true });
	expect(failing(500)).toMatchObject({ state: 'failing', isTest: false });
});

test('it fails since the first event that it didn’t take after the last one that it took', () => {
	const failing = world(HOOK, [refused(1), took(2)], [refused(3)], [refused(4), refused(5)]);
	expect(listening(failing)).toEqual({ state: 'failing', status: 404, since: 3, isTest: false });
	expect(listening(world(HOOK, [refused(1)], [refused(2)]))).toMatchObject({ since: 1 });
});

test('what another webhook answered before doesn’t count', () => {
	expect(listening(world(HOOK, [refused(1, `${HOOK}-before`)]))).toEqual({ state: 'workflow' });
});

test('the tour’s second step is done while a workflow listens, and not before', () => {
	const isDone = steps[1]!.isDone;
	expect(isDone(world(HOOK), BEGIN)).toBe(true);
	expect(isDone(world(null), BEGIN)).toBe(false);
	expect(isDone(world(HOOK, [refused(1)]), BEGIN)).toBe(false);
});

test('the newest template comes first, and one that changes keeps its place', () => {
	const template = (id: string, status: string) => ({ kind: 'template', id, status }) as PageRecord;
	const put = { 'template:1': template('1', 'PENDING'), 'template:2': template('2', 'PENDING') };
	const before = updated(unknownWorld, { now: 0, put, drop: [] }, 0);
	expect(before.templates.map(({ id }) => id)).toEqual(['2', '1']);
	const approved = { 'template:1': template('1', 'APPROVED') };
	const after = updated(before, { now: 0, put: approved, drop: [] }, 0);
	expect(after.templates.map(({ id }) => id)).toEqual(['2', '1']);
});
