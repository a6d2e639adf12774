const { BENCH_EVENTS, BENCH_BATCH, BENCH_AT_A_TIME, BENCH_DONE } = process.env;

/** One item, as the Inbox Trigger makes it of a text message. */
const itemOf = (index) => ({
	contactName: 'Ana',
	contact: String(4_915_000_000_000 + (index % 10_000)),
	text: 'When will my order arrive?',
	eventId: `message:wamid.${index}`,
	at: new Date().toISOString(),
	kind: 'message',
	channel: '106540352242922',
	account: '102290129340398',
	messageId: `wamid.${index}`,
	type: 'text',
	reactions: [],
});

/** What as many events cost n8n if nobody reads them from anywhere: it emits batches of items that it makes itself. */
class BareEmitter {
	description = {
		displayName: 'Bare Emitter',
		name: 'bareEmitter',
		group: ['trigger'],
		version: 1,
		description: 'Emits batches of items',
		defaults: { name: 'Bare Emitter' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	};

	async trigger() {
		let emitted = 0;
		const emitBatches = async () => {
			while (emitted < Number(BENCH_EVENTS)) {
				const first = emitted;
				emitted += Number(BENCH_BATCH);
				const items = Array.from({ length: Number(BENCH_BATCH) }, (_, index) => ({
					json: itemOf(first + index),
				}));
				const done = this.helpers.createDeferredPromise();
				this.emit([items], undefined, done);
				await done.promise;
			}
		};
		const emitAll = async () => {
			await Promise.all(Array.from({ length: Number(BENCH_AT_A_TIME) }, emitBatches));
			await fetch(BENCH_DONE);
		};
		void emitAll();
		return {};
	}
}

module.exports = { BareEmitter };
