import type { MessagingEvent } from '../events/messaging-event';
import type { Intent } from '../intent';
import type { Question } from '../waits/question';

/** A template that reminds the customer of a question before the conversation window closes. */
export interface Reminder {
	/** The template, and whom it reminds. */
	intent: Intent;
	/** What the template is filled with, as the gateway takes it. */
	components: unknown[];
	/** The policy that decides whether it may go out. */
	policy: string;
	/** `false` leaves the documented limits to the gateway. */
	checkFirst?: boolean;
}

/** An execution that is going to wait for a customer's answer. */
export interface NewWait {
	id: string;
	channel: string;
	/** Whose conversation it waits in. */
	contact: string;
	/** What continues the execution. It is a secret. */
	resumeUrl: string;
	question: Question;
	/** When it asks, by the gateway's clock. Epoch ms */
	askedAt: number;
	/** When the execution stops waiting. Local time, epoch ms; never if left out */
	expiresAt?: number;
	reminder?: Reminder;
}

/** A wait, as it is kept. */
export interface KeptWait extends Omit<NewWait, 'resumeUrl'> {
	messageId?: string;
	/** The event that answers it. */
	eventId?: string;
	/** Whether the execution has taken the answer. */
	claimed: boolean;
}

/** A wait that somebody has to post to its execution: it has an answer, or it is time for the reminder. */
export interface DueWait {
	id: string;
	resumeUrl: string;
	/** The event that answers it; absent if it's time for the reminder. */
	eventId?: string;
	/** How often it was posted before. */
	tries: number;
	/** Since when it is due. Local time, epoch ms */
	since: number;
}

/** What became of a post: the execution took the answer, it no longer waits, or it is tried again (epoch ms). */
export type PostEnd = 'delivered' | 'ended' | { againAt: number };

/** A message that answers a wait, and whether the execution has taken it. */
export interface AnsweringEvent {
	eventId: string;
	delivered: boolean;
}

/**
 * Executions that wait for a customer's answer. What answers them is found as events are committed. Times without
 * another word are local, in epoch ms.
 */
export interface WaitStore {
	/**
	 * Notes a wait before its message is sent. A repeat of the same wait takes its place.
	 * @returns the event that answered the wait before, if there is one: then it has been delivered
	 */
	ask(wait: NewWait, now: number): Promise<{ wait: KeptWait; event: MessagingEvent } | undefined>;
	/** Notes that the message of a wait was accepted, and when to remind of it, if ever. */
	sent(id: string, messageId: string, remindAt?: number): Promise<void>;
	/** Nobody waits for an answer. */
	drop(id: string): Promise<void>;
	/**
	 * Takes an answer for the execution that waits for it; `undefined` if it has none, or waits for another one by now.
	 * Whoever takes it again gets it again, as an execution can crash before it continues.
	 */
	claim(id: string, now: number): Promise<{ wait: KeptWait; event: MessagingEvent } | undefined>;
	/** A wait that has no answer yet. */
	open(id: string): Promise<KeptWait | undefined>;
	/** Notes what became of a reminder: it was sent, or it is due later. */
	reminded(id: string, end: { messageId: string } | { dueAt: number } | undefined): Promise<void>;
	/** Takes waits that are due, for so long (ms). */
	takeDue(now: number, leaseMs: number, limit: number): Promise<DueWait[]>;
	/** When the next wait is due; `undefined` if none is. */
	nextDue(): Promise<number | undefined>;
	/** Whether the execution has taken the answer. */
	isClaimed(id: string): Promise<boolean>;
	/** Notes what became of a post. If the wait has ended, another wait of the conversation can have the answer. */
	settle(id: string, end: PostEnd, now: number): Promise<void>;
	/** Which of these events answer waits. */
	answering(eventIds: string[]): Promise<AnsweringEvent[]>;
}
