import type { Incident } from '../../receiver';
import { followStore, logToStderr, withoutFloods } from '../../receiver/incidents';
import { openTestClock, type TestClock } from '../support/test-clock';

const incident: Incident = { level: 'warn', event: 'rejected', message: 'A sentence.' };

const TEN_SECONDS = 10_000;

let clock: TestClock;
let told: Incident[];
let log: ReturnType<typeof withoutFloods>;
beforeEach(() => {
	clock = openTestClock();
	told = [];
	log = withoutFloods((each) => void told.push(each), clock.runtime);
});

it('a flood is told at once, and after ten seconds how often it was repeated', async () => {
	for (let time = 0; time < 3; time += 1) log.tell('signature', incident);
	await clock.pass(TEN_SECONDS - 1);
	log.tell('signature', incident);
	expect(told).toEqual([incident]);
	await clock.pass(1);
	expect(told).toEqual([incident, { ...incident, times: 3 }]);
});

it('a flood that goes on is told every ten seconds', async () => {
	for (let time = 0; time < 3; time += 1) {
		for (let each = 0; each < 5; each += 1) log.tell('signature', incident);
		await clock.pass(TEN_SECONDS);
	}
	expect(told.map(({ times = 1 }) => times)).toEqual([1, 4, 5, 5]);
});

it('what happens again after a while is told as the first time', async () => {
	log.tell('signature', incident);
	await clock.pass(TEN_SECONDS);
	log.tell('signature', incident);
	expect(told).toEqual([incident, incident]);
});

it('a flood of one kind hides no incident of another', () => {
	for (const key of ['signature', 'store', 'signature']) log.tell(key, { ...incident, reason: key });
	expect(told.map(({ reason }) => reason)).toEqual(['signature', 'store']);
});

it('a process that ends says first what was repeated, and nothing after it', async () => {
	for (let time = 0; time < 3; time += 1) log.tell('signature', incident);
	log.flush();
	await clock.pass(TEN_SECONDS);
	expect(told).toEqual([incident, { ...incident, times: 2 }]);
});

it('a store that fails is told with its recovery, each once', () => {
	const state = followStore(log.tell, { subscription: 'inbox' });
	state.works();
	for (let time = 0; time < 3; time += 1) state.failed(new Error('No disk'));
	state.works();
	state.works();
	expect(told).toEqual([
		{
			level: 'error',
			event: 'store-trouble',
			message: "The store doesn't respond: No disk",
			subscription: 'inbox',
		},
		{
			level: 'info',
			event: 'store-recovered',
			message: 'The store responds again.',
			subscription: 'inbox',
		},
	]);
});

it('nothing in an incident controls the terminal', () => {
	const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
	try {
		logToStderr({ ...incident, message: 'red \x1b[31m \x9b31m \x7f \u202e \n' });
		const [[line]] = written.mock.calls as [[string]];
		// eslint-disable-next-line no-control-regex
		expect(line).toMatch(/^[^\0-\x1f\x7f-\x9f\u202e]+\n$/);
		expect(JSON.parse(line)).toMatchObject({ message: 'red \x1b[31m \x9b31m \x7f \u202e \n' });
	} finally {
		written.mockRestore();
	}
});
