import { startReceiver, startSubscriber } from '../../receiver';
import type { Store } from '../../engine';
import { openStore } from '../../store';

let store: Store;
beforeEach(async () => {
	store = await openStore('sqlite::memory:');
});
afterEach(() => store.close());

const start = (options?: object) => startReceiver(options as never);

describe('a receiver does not start with options of the wrong type', () => {
	it.each([
		[{ secret: 5 }, /secret must be a text, a list of texts, or a function, not a number/],
		[{ secret: ['a', 5] }, /secret must be .* not another list/],
		[{ secret: 'a', headerName: 'bad header' }, /headerName must be the name of a header/],
		[{ secret: 'a', profile: 'zzz' }, /profile must be one of "gateway", "360dialog", .* not "zzz"/],
		[{ secret: 'a', forwardTo: 'https://a.example' }, /forwardTo must be a list of texts/],
		[{ secret: 'a', limits: { bodyBytes: 'many' } }, /limits\.bodyBytes must be a number/],
		[{ secret: 'a', port: '80' }, /port must be a number from 0 .* not "80"/],
		[{ secrets: [{ secret: 'a', channel: '1' }] }, /secrets\.0\.channel isn't known/],
	])('%j', async (options, message) => {
		await expect(start({ store, port: 0, ...options })).rejects.toThrow(TypeError);
		await expect(start({ store, port: 0, ...options })).rejects.toThrow(message);
	});

	it('and names all of them at once', async () => {
		await expect(start()).rejects.toThrow(/options must be an object/);
		await expect(start({ secret: 5, path: 'here' })).rejects.toThrow(/store .*; secret .*; port .*; path /);
	});
});

it('a subscriber does not start with options of the wrong type', async () => {
	const options = { store, subscription: { id: '', partitions: 0 }, concurrency: 'many' };
	await expect(startSubscriber(options as never)).rejects.toThrow(
		/run .*; concurrency .*; subscription\.id .*; subscription\.partitions /,
	);
});
