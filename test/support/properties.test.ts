import fc from './properties';
import { SEED } from './seed';

const drawn = () => fc.sample(fc.nat(), 20);

it('properties draw the same cases each time', () => {
	expect(drawn()).toEqual(drawn());
});

it('a property that fails names the seed and the path to its case', () => {
	const fail = () => fc.assert(fc.property(fc.nat(), (number) => number < 1_000));
	expect(fail).toThrow(`seed: ${SEED}, path: "`);
});
