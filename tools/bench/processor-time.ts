import { readdirSync, readFileSync } from 'node:fs';

/** A tick of the kernel's accounting. ms */
const TICK = 10;

/** The processor time of processes, as Linux tells it. Those that have ended count 0. ms */
export function processorTimeOf(pids: number[]): number {
	const ticks = pids.map((pid) => {
		try {
			const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
				.replace(/^.*\) /, '')
				.split(' ');
			return Number(fields[11]) + Number(fields[12]);
		} catch {
			return 0;
		}
	});
	return TICK * ticks.reduce((sum, each) => sum + each, 0);
}

/** The processes of a program that run on this machine now. */
export function pidsOf(program: string): number[] {
	const pids = readdirSync('/proc').map(Number).filter(Boolean);
	return pids.filter((pid) => {
		try {
			return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === program;
		} catch {
			return false;
		}
	});
}
