/** How long a campaign's meter counts before it begins anew. ms */
export const METER_PERIOD = 10_000;
