import type { BenchGateway } from './gateway';

/** A list of customers, and the rate that the gateway takes. */
export interface CampaignLoad {
	/** Messages a second. */
	rate: number;
	recipients: number;
}

export interface CampaignRun {
	/** How many sends the gateway refused. */
	refused: number;
	/** The most messages that slots were granted for in any second. */
	granted?: number;
	/** Processor time of the sending process for each message. ms */
	processorTime?: number;
}

/** A way of sending a list. */
export interface CampaignContestant {
	name: string;
	run(gateway: BenchGateway, load: CampaignLoad): Promise<CampaignRun>;
}

/** Addresses that differ from each other. */
export const customers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(491_700_000_000 + index));

/** The most of some times that lie in any second. */
export function mostInASecond(times: number[], second: number): number {
	let [most, first] = [0, 0];
	for (const [index, time] of times.entries()) {
		while (time - times[first]! >= second) first += 1;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
