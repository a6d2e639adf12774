import type { Incident } from '../../receiver';
import { logToStderr, withoutFloods } from '../../receiver/incidents';

const incident: Incident = { level: 'warn', event: 'rejected', message: 'A sentence.' };

let now: number;
let told: Incident[];
let tell: ReturnType<typeof withoutFloods>;
beforeEach(() => {
	now = 0;
	told = [];
	tell = withoutFloods(
		(each) => void told.push(each),
		() => now,
	);
});

it('a flood is told once in ten seconds, with how often it was', () => {
	for (const at of [0, 1, 9_999, 10_000, 10_001]) {
		now = at;
		tell('signature', incident);
	}
	expect(told).toEqual([incident, { ...incident, times: 3 }]);
});

it('what happens again after a while is told as the first time', () => {
	tell('signature', incident);
	now = 10_000;
	tell('signature', incident);
	expect(told).toEqual([incident, incident]);
});

it('a flood of one kind hides no incident of another', () => {
	for (const key of ['signature', 'store', 'signature']) tell(key, { ...incident, reason: key });
	expect(told.map(({ reason }) => reason)).toEqual(['signature', 'store']);
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
