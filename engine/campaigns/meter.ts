/** How long a campaign's meter counts before it starts over. ms */
export const METER_PERIOD = 10_000;
