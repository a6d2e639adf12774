import { once, onceLoaded, oncePer } from '../../base';

it('a value is made once, when it is first needed', () => {
	const make = jest.fn(() => ({}));
	const value = once(make);
	expect(make).not.toHaveBeenCalled();
	expect(value()).toBe(value());
	expect(make).toHaveBeenCalledTimes(1);
});

describe('what is loaded when it is first needed', () => {
	it('is loaded once, also for several that need it at once', async () => {
		const load = jest.fn(async () => ({}));
		const loaded = onceLoaded(load);
		expect(load).not.toHaveBeenCalled();
		const [one, other] = await Promise.all([loaded(), loaded()]);
		expect([one === other, (await loaded()) === one]).toEqual([true, true]);
		expect(load).toHaveBeenCalledTimes(1);
	});

	it('is loaded again if that failed', async () => {
		const load = jest
			.fn<Promise<string>, []>()
			.mockRejectedValueOnce(new Error('too many open files'))
			.mockResolvedValue('loaded');
		const loaded = onceLoaded(load);
		await expect(loaded()).rejects.toThrow('too many open files');
		expect(await loaded()).toBe('loaded');
	});
});

describe('what a function returns for a text', () => {
	it('is made once for each text', () => {
		const make = jest.fn((text: string) => [text]);
		const listOf = oncePer(make);
		expect([listOf('a'), listOf('b'), listOf('a')]).toEqual([['a'], ['b'], ['a']]);
		expect(make).toHaveBeenCalledTimes(2);
	});

	it('is made again if that failed', () => {
		const make = jest.fn((): object => {
			throw new RangeError('unknown');
		});
		const zone = oncePer(make);
		expect(() => zone('Nowhere')).toThrow('unknown');
		expect(() => zone('Nowhere')).toThrow('unknown');
		expect(make).toHaveBeenCalledTimes(2);
	});

	it('is forgotten once there are more than 1,000 texts', () => {
		const make = jest.fn((text: string) => [text]);
		const listOf = oncePer(make);
		for (let index = 0; index < 1_000; index += 1) listOf(`${index}`);
		listOf('0');
		expect(make).toHaveBeenCalledTimes(1_000);
		listOf('one more');
		listOf('0');
		expect(make).toHaveBeenCalledTimes(1_002);
	});
});
