/** The load for a contestant. */
export interface Load {
	url: string;
	/** The signing secret. */
	secret: string;
	/** The position of the first delivery, so that runs with the same store don't repeat each other. */
	from: number;
	count: number;
	connections: number;
	/** Deliveries per second, regardless of the answers. Default: as fast as the answers arrive. */
	rate?: number;
}

/** The result of a load. */
export interface LoadResult {
	seconds: number;
	/** The time from when a delivery was due until its answer. ms */
	p50: number;
	p99: number;
	/** Answers other than 200. */
	refused: number;
	/** The positions of deliveries that were never answered with 200. */
	unanswered: number[];
}
