import { writes } from '../methods';
import type { Work } from '../work';
import { run } from '../work';

/** Writes something, to see that it can be. */
function* checkWriting(): Work<void> {
	yield* run("UPDATE counter SET value = value + 1 WHERE name = 'health'");
}

export const healthWorks = {
	check: writes(checkWriting),
};
