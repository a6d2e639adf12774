import type { Store } from '../../engine';
import { parseWebhook } from '../../engine';
import { NOW } from '../support/engine-scene';
import { customerMessage, MINUTE } from '../support/wire';
import type { StorePlace } from '../support/stores';
import { standingClock } from '../support/standing-clock';
import { DATABASES } from '../support/stores';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const event = parseWebhook(customerMessage({ at: NOW, id: 'a' }), NOW)[0]!;

	async function arrives({ at = NOW, trigger = 't', wanted = true } = {}) {
		const eventIds = new Set(wanted ? [event.id] : []);
		clock.now = at;
		const [committed] = await store.commitEvents([{ event, changes: {} }], at, {
			trigger,
			eventIds,
			leaseMs: MINUTE,
		});
		return committed!;
	}

	describe('starting executions is noted with the events, confirmed or released when n8n has answered', () => {
		it('noted: the first delivery starts it', async () => {
			expect(await arrives()).toEqual({ fresh: true, start: 'start' });
		});

		it('confirmed: no later delivery starts it', async () => {
			await arrives();
			await store.settleStarts('t', [event.id], 'confirmed');
			expect(await arrives({ at: NOW + 60 * MINUTE })).toEqual({ fresh: false, start: 'confirmed' });
		});

		it('released: the next delivery starts it', async () => {
			await arrives();
			await store.settleStarts('t', [event.id], 'released');
			expect(await arrives()).toEqual({ fresh: false, start: 'start' });
		});

		it('what is confirmed is not released any more', async () => {
			await arrives();
			await store.settleStarts('t', [event.id], 'confirmed');
			await store.settleStarts('t', [event.id], 'released');
			expect(await arrives()).toMatchObject({ start: 'confirmed' });
		});

		it.each([
			['1 ms before the lease has passed', MINUTE - 1, 'busy'],
			['when the lease has passed', MINUTE, 'start'],
		])('noted and never settled: %s', async (_, after, start) => {
			await arrives();
			expect(await arrives({ at: NOW + after })).toEqual({ fresh: false, start });
		});

		it('a start that follows a passed lease has a lease of its own', async () => {
			await arrives();
			await arrives({ at: NOW + MINUTE });
			expect(await arrives({ at: NOW + MINUTE + 1 })).toMatchObject({ start: 'busy' });
		});

		it('each trigger starts it for itself', async () => {
			await arrives();
			await store.settleStarts('t', [event.id], 'confirmed');
			expect(await arrives({ trigger: 'other' })).toEqual({ fresh: false, start: 'start' });
		});

		it('an event that the trigger does not want is not noted', async () => {
			expect(await arrives({ wanted: false })).toEqual({ fresh: true });
		});
	});
});
