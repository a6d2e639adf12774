/* A process that is started with this has a clock that is ahead, as if it began so much later (ms). */
const ahead = Number(process.env.TEST_CLOCK_AHEAD);
const { now } = Date;
Date.now = () => now() + ahead;
