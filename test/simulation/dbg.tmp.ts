import { PLANTS } from './plants';
import { runSimulation } from './run-simulation';
async function main() {
	const plants = PLANTS.filter(({ name }) => name.startsWith('what is'));
	const found = new Set<string>();
	for (let seed = 2; seed <= 90 && found.size < 2; seed += 2) {
		for (const plant of plants) {
			if (found.has(plant.name)) continue;
			const { problems } = await runSimulation(seed, { plant });
			if (problems.length > 0) { found.add(plant.name); console.log(plant.name, seed, problems.slice(0, 2)); }
		}
	}
	console.log('done', found.size);
	for (let seed = 2; seed <= 50; seed += 2) {
		const { problems } = await runSimulation(seed);
		if (problems.length > 0) console.log('NOT CLEAN', seed, problems.slice(0, 2));
	}
	console.log('all done');
}
void main();
