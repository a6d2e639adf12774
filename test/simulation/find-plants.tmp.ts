import { PLANTS } from '/work/wt-money/test/simulation/plants';
import { runSimulation } from '/work/wt-money/test/simulation/run-simulation';
async function main() {
	for (const plant of PLANTS.filter(({ name }) => name.startsWith('what is'))) {
		for (let seed = 2; seed <= 120; seed += 2) {
			const { problems } = await runSimulation(seed, { plant });
			if (problems.length > 0) { console.log(plant.name, seed, problems.slice(0, 2)); break; }
			if (seed === 120) console.log(plant.name, 'not found');
		}
	}
}
void main();
