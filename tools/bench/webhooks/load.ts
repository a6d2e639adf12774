/** What is thrown at a contestant. */
export interface Load {
	url: string;
	/** Signing secret. */
	secret: string;
	/** Place of the first delivery, so that runs into one store do not repeat each other. */
	from: number;
	count: number;
	connections: number;
	/** Deliveries a second, whatever is answered; as fast as answers come where left out. */
	rate?: number;
}

/** What came of it. */
export interface LoadResult {
	seconds: number;
	/** From when a delivery was due until its answer. ms */
	p50: number;
	p99: number;
	/** Answers other than 200. */
	refused: number;
	/** Places that were never answered 200. */
	unanswered: number[];
}
