import type { BenchGateway } from './gateway';

/** The number of customers, and the rate that the gateway accepts. */
export interface CampaignLoad {
	/** Messages a second. */
	rate: number;
	recipients: number;
}

export interface CampaignRun {
	/** How many messages the gateway refused. */
	refused: number;
	/** The most slots that were granted within any second. */
	granted?: number;
	/** Processor time of the sending process per message. ms */
	processorTime?: number;
}

/** A way of sending to a list of customers. */
export interface CampaignContestant {
	name: string;
	run(gateway: BenchGateway, load: CampaignLoad): Promise<CampaignRun>;
}

/** Different phone numbers. */
export const customers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(491_700_000_000 + index));

/** How many of these times lie within the same second, at most. */
export function mostInASecond(times: number[], second: number): number {
	let [most, first] = [0, 0];
	for (const [index, time] of times.entries()) {
		while (time - times[first]! >= second) first += 1;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
