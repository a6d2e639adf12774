import { filledStore, rowsOf } from './filled-store';
import { medianOf } from './measure';

const WAITING = 100_000;
const ROUNDS = 30;
const CLAIM = { limit: 10, leaseMs: 20_000, token: 'bench' };
const TARGET = 'https://one.example/hook';

/** Bursts and deliveries that aren't due before tomorrow. */
function waiting(count: number): string[] {
	const tomorrow = Date.now() + 20 * 60 * 60_000;
	return [
		`${rowsOf(count)} INSERT INTO burst (id, reader, channel, contact, opened_at, due_at, wait_ms)
		 SELECT 'b' || i, 't', 'n', 'c' || i, ${Date.now()} + i, ${tomorrow} + i, ${20 * 60 * 60_000} FROM n`,
		`${rowsOf(count)} INSERT INTO forward (seq, target, received_at, due, headers, body)
		 SELECT i, '${TARGET}', ${Date.now()} + i, ${tomorrow} + i, '{}', 'a body' FROM n`,
		'ANALYZE',
	];
}

/** How long it takes to find that nothing is due, where so many wait: the median of several rounds, in turns. ms */
export async function benchDue(): Promise<void> {
	for (const database of ['SQLite', 'Postgres'] as const) {
		const places = [await filledStore(database, waiting(1)), await filledStore(database, waiting(WAITING))];
		const looks = places.flatMap(({ store }) => [
			() => store.bursts.claim('t', CLAIM),
			() => store.forwards.claim(TARGET, CLAIM),
		]);
		const took = looks.map((): number[] => []);
		for (let round = 0; round <= ROUNDS; round += 1) {
			for (const [index, look] of looks.entries()) {
				const began = performance.now();
				await look();
				if (round > 0) took[index]!.push(performance.now() - began);
			}
		}
		const medians = took.map(medianOf);
		for (const [index, what] of ['bursts', 'deliveries to forward'].entries()) {
			const [few, many] = [medians[index]!, medians[index + 2]!];
			process.stdout.write(
				`${database}, ${what}: ${few.toFixed(3)} ms where 1 waits, ${many.toFixed(3)} ms where ${WAITING} wait, ${(many / few).toFixed(1)} ×\n`,
			);
		}
		for (const { remove } of places) await remove();
	}
}
