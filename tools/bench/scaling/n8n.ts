import type { Costs } from './costs';
import { openGroups } from './groups';
import type { Part } from './part';
import type { VirtualTime } from './virtual-time';

/** Events of an execution, and how long they wait for more: defaults of an Inbox Trigger for many events. */
const BATCH = 500;
const MAXIMUM_WAIT = 1_000;

/** A customer's message in a workflow that answers it. */
interface Message {
	/** Writes to the store what an answer notes. */
	answer(done: () => void): void;
	/** The gateway has accepted the answer. */
	answered(): void;
	/** The execution is over. */
	ended(): void;
}

interface N8nOptions {
	/** The main process, which reads the inbox and starts executions. */
	main: Part;
	/** What runs them. */
	executors: Part;
	atATime: number;
	costs: Costs;
}

/** An Inbox Trigger and its workflow. Send Auto answers the messages of an execution one after the other. */
export function openN8n(time: VirtualTime, { main, executors, atATime, costs }: N8nOptions) {
	function answerFrom(index: number, messages: Message[], done: () => void): void {
		const message = messages[index];
		if (!message) return done();
		executors.work(costs.answer, () =>
			message.answer(() =>
				time.after(costs.gateway, () => {
					message.answered();
					answerFrom(index + 1, messages, done);
				}),
			),
		);
	}

	const handle = openGroups<Message>(time, {
		most: BATCH,
		gather: MAXIMUM_WAIT,
		atATime,
		act(messages, done) {
			main.work(costs.execution + messages.length * costs.item, () =>
				answerFrom(0, messages, () => {
					for (const message of messages) message.ended();
					done();
				}),
			);
		},
	});
	return { handle };
}
