import { createEngine, signPayload, verifySignature } from '../../engine';
import type { Engine, Store } from '../../engine';
import { receiveDelivery } from '../../receiver';
import { SEED } from '../support/seed';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { anyBody, itemsIn, NOW } from './support/deliveries';
import { BODIES, eachCase } from './support/each-case';

jest.setTimeout(600_000 + BODIES * 100);

const SECRET = 'a-key-to-sign-with';

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString()) as unknown;
	} catch {
		return body.toString();
	}
}

describe.each(DATABASES)(`any body that is signed, on %s (FUZZ_SEED=${SEED})`, (_name, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	beforeAll(async () => {
		place = placeOf();
		store = await place.open();
		engine = createEngine({ store, now: () => NOW });
	});
	afterAll(() => place.remove());

	it('is answered with 200, and is readable afterwards as it came', async () => {
		let after = 0;
		await eachCase(BODIES, async (choices, index) => {
			const rawBody = anyBody(choices, `${SEED}.${index}`);
			const signature = signPayload(rawBody, SECRET);
			const { status, received, duplicates, cause } = await receiveDelivery(
				{ rawBody, signature },
				{ engine, secret: SECRET },
			);
			if (status !== 200) throw new Error(`It was answered with ${status}: ${cause}`);
			const kept: string[] = [];
			for (let page = await store.inbox.read({ after, limit: 1_000 }); page.length > 0;) {
				kept.push(...page.map(({ event }) => JSON.stringify(event.raw)));
				after = page.at(-1)!.seq;
				page = await store.inbox.read({ after, limit: 1_000 });
			}
			if (kept.length !== received)
				throw new Error(`${received} events are new, but ${kept.length} are kept`);
			if (received + duplicates === 0) {
				const isEmpty = itemsIn(parsed(rawBody)).length === 0;
				if (!isEmpty) throw new Error('It has items, but no event');
			}
			// What has the id of something that came before isn't kept again.
			if (duplicates > 0) return;
			const all = kept.join('\n');
			for (const item of itemsIn(parsed(rawBody))) {
				if (!all.includes(JSON.stringify(item))) throw new Error(`It lost ${JSON.stringify(item)}`);
			}
		});
	});

	it('with any other signature is answered with 401, and nothing is kept', async () => {
		const before = await store.inbox.read({ after: 0, limit: 1 });
		await eachCase(BODIES, async (choices, index) => {
			const rawBody = anyBody(choices, `forged.${index}`);
			const right = signPayload(rawBody, SECRET);
			const flipped = right.slice(0, -1) + (right.endsWith('0') ? '1' : '0');
			const signature = choices.pick([undefined, '', flipped, right.slice(1), `sha1=${right}`, `${right}0`]);
			expect(verifySignature(rawBody, signature, SECRET)).toBe(false);
			const { status } = await receiveDelivery({ rawBody, signature }, { engine, secret: SECRET });
			if (status !== 401) throw new Error(`It was answered with ${status}`);
		});
		expect(await store.inbox.read({ after: 0, limit: 1 })).toEqual(before);
	});
});
